import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * The address that a request comes from. Each proxy adds to X-Forwarded-For the address it was
 * called from, so only the last entries, as many as there are proxies of ours, can be believed.
 * @param trustedProxies how many proxies in front are ours
 */
export function clientAddress(incoming: IncomingMessage, trustedProxies: number): string {
  const socket = incoming.socket.remoteAddress ?? '';
  const forwarded = incoming.headers['x-forwarded-for'] ?? '';
  const entries = String(forwarded)
    .split(',')
    .map((entry) => entry.trim());
  const claimed = trustedProxies > 0 ? withoutPort(entries.at(-trustedProxies) ?? '') : '';
  // An IPv4-mapped IPv6 address is the same caller.
  return (isIP(claimed) ? claimed : socket).replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Some proxies add the port, and then write IPv6 in brackets. */
function withoutPort(entry: string): string {
  const [, v4, v6] = /^(?:([\d.]+):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i.exec(entry) ?? [];
  return v4 ?? v6 ?? entry;
}
