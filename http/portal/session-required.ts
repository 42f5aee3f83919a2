import type { MiddlewareHandler } from 'hono';
import { problem } from '../problem.ts';
import type { Cookie } from '../security/cookie.ts';
import type { SiteEnv } from '../site-env.ts';

/**
 * Refuses requests without an open session, before their body is read.
 * @param isOpen whether a token's session is open
 */
export function sessionRequired(
  isOpen: (token: string) => Promise<boolean>,
  cookie: Cookie,
): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const token = cookie.read(c);
    const open = token !== undefined && (await isOpen(token));
    return open ? next() : problem('session-missing');
  };
}
