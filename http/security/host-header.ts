import type { IncomingMessage } from 'node:http';

/** A name or an address, and perhaps a port. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;
const AUTHORITY = /^https?:\/\/[^/?#]*/;

/**
 * Makes of a request one to the site's own host, whatever host it was sent to: what a stranger calls
 * the site must come up nowhere in it. One that names none, several or something that cannot be one
 * is left without, which is an unreadable request.
 * @param host the site's own, which the readers' links begin with
 */
export function toOwnHost(incoming: IncomingMessage, host: string): void {
  const { headers, url = '' } = incoming;
  if (namesOneHost(incoming) || mayNameNone(incoming)) headers.host = host;
  else delete headers.host;
  // A proxy is asked for whole addresses, which begin with a host as well.
  if (AUTHORITY.test(url)) incoming.url = url.replace(AUTHORITY, '').replace(/^(?!\/)/, '/');
}

/** HTTP/1.0 knew of no hosts: balancers still ask so whether a site is alive. */
function mayNameNone({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.0' && headers.host === undefined;
}

/** Whether a request names one host, and one that can be one. */
export function namesOneHost({ headers, rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 1 && HOST.test(headers.host ?? '');
}
