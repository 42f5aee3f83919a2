import type { MiddlewareHandler } from 'hono';
import type { SiteEnv } from '../site-env.ts';
import type { InlineDigests } from './inline-digests.ts';

export interface SecuritySettings {
  siteUrl: string;
  envelopeImageUrl: string | null;
}

/** @param inline digests of a page's inline scripts and styles */
export function contentSecurityPolicy(
  { siteUrl, envelopeImageUrl }: SecuritySettings,
  inline: InlineDigests = { scripts: [], styles: [] },
): string {
  const imageOrigin = envelopeImageUrl === null ? [] : [new URL(envelopeImageUrl).origin];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    ["img-src 'self' data:", ...imageOrigin].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    // Scripts send them. A password manager that submits one itself would put its words into the address.
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isSecure(siteUrl) ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** The headers that every answer carries, unless it brings its own value. Their names are as `Headers` has them. */
export function securityHeaders(settings: SecuritySettings): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(settings),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Responses that may be cached set their own.
    'cache-control': 'no-store',
    ...(isSecure(settings.siteUrl) ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

export function sendSecurityHeaders(headers: Record<string, string>): MiddlewareHandler<SiteEnv> {
  const all = Object.entries(headers);
  return async (c, next) => {
    await next();
    // Event streams send theirs with their own head.
    if (c.env.outgoing.headersSent) return;
    // Not by `c.header`, which would copy the response, with a stream for its body, at each call.
    for (const [name, value] of all) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}

export function isSecure(siteUrl: string): boolean {
  return siteUrl.startsWith('https:');
}
