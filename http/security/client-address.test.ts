import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

test.each([
  ['no proxy', 0, undefined, '10.9.9.9'],
  ['no proxy, whatever the caller claims', 0, '1.1.1.1', '10.9.9.9'],
  ['one proxy', 1, '1.1.1.1', '1.1.1.1'],
  ['one proxy, and a forged beginning', 1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
  ['two proxies', 2, '1.1.1.1, 10.0.0.1', '1.1.1.1'],
  ['two proxies, and a forged beginning', 2, '6.6.6.6,1.1.1.1 ,10.0.0.1', '1.1.1.1'],
  ['more proxies than there were', 3, '1.1.1.1', '10.9.9.9'],
  ['a proxy that says nothing', 1, undefined, '10.9.9.9'],
  ['a proxy that says no address', 1, 'unknown', '10.9.9.9'],
  ['IPv6', 1, '2001:db8::1', '2001:db8::1'],
  ['a proxy that adds the port', 1, '6.6.6.6:1, 1.1.1.1:50123', '1.1.1.1'],
  ['a proxy that adds the port to IPv6', 1, '[2001:db8::1]:50123', '2001:db8::1'],
  ['a proxy that writes IPv6 in brackets', 1, '[2001:db8::1]', '2001:db8::1'],
  ['a proxy that adds the port to an IPv4-mapped address', 1, '[::ffff:1.1.1.1]:50123', '1.1.1.1'],
])('behind %s', (_, trusted, forwarded, address) => {
  const incoming = {
    socket: { remoteAddress: '::ffff:10.9.9.9' },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage;
  expect(clientAddress(incoming, trusted)).toBe(address);
});
