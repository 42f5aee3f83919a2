import type { IncomingMessage } from 'node:http';

/** A name or an IP address, with or without a port. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;
const AUTHORITY = /^https?:\/\/[^/?#]*/i;

/**
 * Replaces a request's Host by the site's own, so that a forged one shows up nowhere in the site. A
 * request with no Host, several, or an invalid one is left without any, and refused as unreadable.
 * @param host of SITE_URL
 */
export function toOwnHost(incoming: IncomingMessage, host: string): void {
  const { headers, url = '' } = incoming;
  if (namesOneHost(incoming) || mayNameNone(incoming)) headers.host = host;
  else delete headers.host;
  // Absolute form, as sent to a proxy: its authority is dropped, too.
  if (AUTHORITY.test(url)) incoming.url = url.replace(AUTHORITY, '').replace(/^(?!\/)/, '/');
}

/** HTTP/1.0 has no Host: some load balancers still check health with it. */
function mayNameNone({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.0' && headers.host === undefined;
}

/** Whether a request has exactly one Host header, and a valid one. */
export function namesOneHost({ headers, rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 1 && HOST.test(headers.host ?? '');
}
