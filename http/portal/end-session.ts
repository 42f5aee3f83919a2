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
 * Locks the portal for whoever asks, on the server and in the browser, which stays known. It is called
 * once there is an answer: that takes the cookie away, and hands this on to the error answer when
 * the store cannot end the session. Rejects with `StoreUnavailable`.
 */
export async function endSession(
  c: Context<SiteEnv>,
  { sessions, sessionWatch, cookie }: EndSessionNeeds,
): Promise<void> {
  const token = cookie.read(c);
  cookie.clear(c);
  if (token !== undefined) await sessions.close(token);
  void sessionWatch.look();
}

/**
 * Locks the portal after a save with `?lock`, whatever became of that: its page is going away, and
 * of two requests the second could be lost.
 */
export function lockOnLeaving(needs: EndSessionNeeds): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    await next();
    if (c.req.method === 'PUT' && c.req.query('lock') !== undefined) await endSession(c, needs);
  };
}
