import { expect, test } from 'vitest';
import { rawCall } from '#test/clients/raw-call.ts';
import { createTestSite, OWNER_NAME } from '#test/site/create-test-site.ts';

const call = (target: string, ...lines: string[]) =>
  ['GET', target, 'HTTP/1.1\r\nConnection: close\r\n'].join(' ') +
  `${lines.map((line) => `${line}\r\n`).join('')}\r\n`;

test.each([
  ['another name', call('/', 'Host: evil.example.org')],
  ['a name that no address can have', call('/', `Host: ${'1'.repeat(400)}`)],
  ['a name of signs of every kind', call('/', 'Host: My_own-1.example:', 'From: me@example.org')],
  ['an IPv6 address', call('/', 'Host: [2001:db8::192.0.2.1]:80')],
  ['a whole address', call('http://evil.example.org/', 'Host: localhost')],
  [
    'a whole address with a scheme in capitals',
    call('HTTP://evil.example.org/', 'Host: localhost'),
  ],
  ['a whole address without a path', call('http://a:b@evil.example.org:1?x', 'Host: localhost')],
])('a request to %s gets the same page', async (_, bytes) => {
  const site = await createTestSite();
  await site.send({ title: 'For all' });
  const answer = await rawCall(site.address, bytes);
  const [head, bytesOfBody = ''] = answer.split(/\r\n\r\n(.*)/s);
  const body = Buffer.from(bytesOfBody, 'latin1').toString();
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
  expect(body).toBe(await (await site.fetch('/')).text());
  expect(body).toContain(OWNER_NAME);
  // The site's port has five digits, which may all be ones.
  expect(answer).not.toMatch(/evil|1{6}/);
  expect(site.complaints).toEqual([]);
});

test.each([
  ['no host', call('/')],
  ['two hosts', call('/', 'Host: localhost', 'Host: localhost')],
  ['a user name in the host', call('/', 'Host: me@localhost')],
  ['a space in the host', call('/', 'Host: local host')],
  ['an empty host', call('/', 'Host:')],
])('a request with %s is refused', async (_, bytes) => {
  const site = await createTestSite();
  const answer = await rawCall(site.address, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"request-unreadable"}$/s);
  expect(site.complaints).toEqual([]);
});

test('an address within a path stays there', async () => {
  const site = await createTestSite();
  const answer = await rawCall(site.address, call('/http://evil.example.org/', 'Host: localhost'));
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
});

test('HTTP/1.0 needs no host, so that a load balancer can use it for health checks', async () => {
  const site = await createTestSite();
  expect(await rawCall(site.address, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 200 .*alive\n$/s,
  );
  const answer = await rawCall(site.address, 'GET / HTTP/1.0\r\nHost:\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(site.complaints).toEqual([]);
});
