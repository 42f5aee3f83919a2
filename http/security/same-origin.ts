import type { MiddlewareHandler } from 'hono';
import { isLoopback } from '#core/loopback.ts';
import { problem } from '../problem.ts';
import type { SiteEnv } from '../site-env.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses every request that could change something and does not come from a page of this site.
 * Browsers say where a request comes from in two ways, Sec-Fetch-Site and Origin: one of them must
 * be there, for older browsers and plain http know only the latter, and none may say otherwise.
 * @param siteUrl the site's origin
 */
export function sameOriginOnly(siteUrl: string): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    if (SAFE.includes(c.req.method)) return next();
    const site = c.req.header('Sec-Fetch-Site');
    const origin = c.req.header('Origin');
    const says = [
      ...(site === undefined ? [] : [site === 'same-origin']),
      ...(origin === undefined ? [] : [isSameOrigin(origin, siteUrl)]),
    ];
    if (says.length > 0 && says.every(Boolean)) return next();
    // The detail is for owners who use another name of the machine, or have not set SITE_URL.
    const detail = `The address of this site is ${siteUrl}: open the portal there. Another address can be set with SITE_URL.`;
    return problem('origin-foreign', { detail });
  };
}

/** A site whose only address is on this machine has all names of the machine: whoever types 127.0.0.1 is there. */
function isSameOrigin(origin: string, siteUrl: string): boolean {
  if (origin === siteUrl) return true;
  const [one, other] = [URL.parse(origin), URL.parse(siteUrl)];
  if (!one || !other || !isLoopback(one.hostname) || !isLoopback(other.hostname)) return false;
  return one.protocol === other.protocol && one.port === other.port;
}
