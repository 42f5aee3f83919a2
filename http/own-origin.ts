import type { MiddlewareHandler } from 'hono';
import { problem } from './problem.ts';
import type { SiteEnv } from './site-env.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses every request that could change something and does not come from a page of this site.
 * Browsers that say where a request comes from (Sec-Fetch-Site) are believed; for older ones, and
 * where that header is not sent (plain http), the Origin must be ours.
 * @param siteUrl the site's origin
 */
export function ownOriginOnly(siteUrl: string): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    if (SAFE.includes(c.req.method)) return next();
    const site = c.req.header('Sec-Fetch-Site');
    const own = site === undefined ? c.req.header('Origin') === siteUrl : site === 'same-origin';
    return own ? next() : problem('origin-foreign');
  };
}
