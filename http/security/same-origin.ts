import type { MiddlewareHandler } from 'hono';
import { problem } from '../problem.ts';
import type { SiteEnv } from '../site-env.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];
/** Names of this machine that people type. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses every request that could change something and does not come from a page of this site.
 * Browsers say where a request comes from in two ways, Sec-Fetch-Site and Origin: one of them must
 * be there, for older browsers and plain http know only the latter, and none may say otherwise.
 * @param siteUrl the site's origin
 */
export function sameOriginOnly(siteUrl: string): MiddlewareHandler<SiteEnv> {
  const origins = originsOf(siteUrl);
  return async (c, next) => {
    if (SAFE.includes(c.req.method)) return next();
    const site = c.req.header('Sec-Fetch-Site');
    const origin = c.req.header('Origin');
    const says = [
      ...(site === undefined ? [] : [site === 'same-origin']),
      ...(origin === undefined ? [] : [origins.includes(origin)]),
    ];
    if (says.length > 0 && says.every(Boolean)) return next();
    // The detail is for owners who use another name of the machine, or have not set SITE_URL.
    const detail = `The address of this site is ${siteUrl}: open the portal there. Another address can be set with SITE_URL.`;
    return problem('origin-foreign', { detail });
  };
}

/** The site's origin; for an address on this machine, its origin under each name of the machine. */
function originsOf(siteUrl: string): string[] {
  const { protocol, hostname, port } = new URL(siteUrl);
  if (!THIS_MACHINE.includes(hostname)) return [siteUrl];
  return THIS_MACHINE.map((name) => new URL(`${protocol}//${name}:${port}`).origin);
}
