const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/;

/**
 * Whether a host is only this machine: what listens there hears nobody else, and links to it lead nowhere
 * on other devices.
 * @param host a name or an address; in brackets, too, as in a URL
 */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
