import type { Context, MiddlewareHandler } from 'hono';
import type { SessionWatch } from '../../access/session-watch.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { Cookie } from '../security/cookie.ts';
import type { SiteEnv } from '../site-env.ts';

export interface EndSessionNeeds {
  sessions: Sessions;
  sessionWatch: SessionWatch;
  cookie: Cookie;
}

/**
 * Ends the session of a request, and clears its cookie; the device stays known. To be called after
 * `next()`, so that an error response, as when the store is away, carries the cleared cookie, too.
 * Rejects with `StoreUnavailable`.
 */
export async function endSession(
  c: Context<SiteEnv>,
  { sessions, sessionWatch, cookie }: EndSessionNeeds,
): Promise<void> {
  const token = cookie.read(c);
  cookie.clear(c);
  if (token !== undefined) await sessions.close(token);
  void sessionWatch.poll();
}

/**
 * Ends the session after a PUT with `?lock`, whatever its outcome. The page is being unloaded, where a
 * second request could be lost.
 */
export function lockOnLeaving(needs: EndSessionNeeds): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    await next();
    if (c.req.method === 'PUT' && c.req.query('lock') !== undefined) await endSession(c, needs);
  };
}
