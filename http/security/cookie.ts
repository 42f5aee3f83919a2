import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { SiteEnv } from '../site-env.ts';
import { isSecure } from './security-headers.ts';

/** A cookie with a token: HttpOnly and SameSite=Strict. */
export interface Cookie {
  read(c: Context<SiteEnv>): string | undefined;
  write(c: Context<SiteEnv>, token: string): void;
  clear(c: Context<SiteEnv>): void;
}

interface CookieKind {
  name: string;
  /** Seconds; without it the cookie lives as long as the browser is open. */
  maxAge?: number;
}

/** @param siteUrl with https the cookie is `Secure`, and `__Host-` ties it to this host */
export function createCookie(siteUrl: string, { name, maxAge }: CookieKind): Cookie {
  const secure = isSecure(siteUrl);
  const fullName = secure ? `__Host-${name}` : name;
  const options = { httpOnly: true, sameSite: 'Strict', path: '/', secure } as const;
  const lasting = maxAge === undefined ? options : { ...options, maxAge };
  return {
    read: (c) => getCookie(c, fullName),
    write: (c, token) => setCookie(c, fullName, token, lasting),
    clear: (c) => {
      deleteCookie(c, fullName, options);
    },
  };
}
