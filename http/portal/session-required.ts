import type { MiddlewareHandler } from 'hono';
import { problem } from '../problem.ts';
import type { Cookie } from '../security/cookie.ts';
import type { SiteEnv } from '../site-env.ts';

/**
 * Pages of a sister site, or on another port of the same machine, send the cookie along. They cannot read the
 * answer, but the time that it takes would tell them whether the portal is open, and what a search finds.
 */
const ELSEWHERE = ['same-site', 'cross-site'];

/**
 * Refuses requests without an open session, or from a page elsewhere, before their body is read.
 * @param isOpen whether a token's session is open
 */
export function sessionRequired(
  isOpen: (token: string) => Promise<boolean>,
  cookie: Cookie,
): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const token = cookie.read(c);
    const isOurs = !ELSEWHERE.includes(c.req.header('Sec-Fetch-Site') ?? '');
    const open = isOurs && token !== undefined && (await isOpen(token));
    return open ? next() : problem('session-missing');
  };
}
