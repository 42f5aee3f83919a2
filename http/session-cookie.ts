import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Sessions } from '../access/sessions.ts';
import { problem } from './problem.ts';
import { isSecure } from './security-headers.ts';
import type { SiteEnv } from './site-env.ts';

/** The cookie that carries a session's token. It lives as long as the browser is open. */
export interface SessionCookie {
  read(c: Context<SiteEnv>): string | undefined;
  write(c: Context<SiteEnv>, token: string): void;
  clear(c: Context<SiteEnv>): void;
}

/** @param siteUrl over https the browser holds the cookie to this host and to https */
export function createSessionCookie(siteUrl: string): SessionCookie {
  const secure = isSecure(siteUrl);
  const name = secure ? '__Host-letters_session' : 'letters_session';
  const options = { httpOnly: true, sameSite: 'Strict', path: '/', secure } as const;
  return {
    read: (c) => getCookie(c, name),
    write: (c, token) => setCookie(c, name, token, options),
    clear: (c) => {
      deleteCookie(c, name, options);
    },
  };
}

/** Lets through only who has unlocked the portal, before anything else of the request is read. */
export function sessionRequired(
  sessions: Sessions,
  cookie: SessionCookie,
): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const token = cookie.read(c);
    const open = token !== undefined && (await sessions.check(token));
    return open ? next() : problem('session-missing');
  };
}
