import { isIPv6 } from 'node:net';

/**
 * The network of an IPv6 address, since whoever has one address has a whole network of them; an IPv4 address
 * as it is.
 * @param bits how many the network's addresses share: 64 for what a device has, 48 for what one
 *   customer of a provider may have
 */
export function networkOf(address: string, bits: 64 | 48): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, bits / 16);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
