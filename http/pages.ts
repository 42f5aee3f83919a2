import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { isLetterId } from '#core/letter-id.ts';
import { isPosition } from '#core/position.ts';
import type { Site } from '#core/site.ts';
import { methodUnknown } from './problem.ts';
import type { ResponseCache } from './response-cache.ts';
import { contentSecurityPolicy, type SecuritySettings } from './security-headers.ts';
import type { SiteEnv } from './site-env.ts';

/** Renders the page at a request's address. */
export type Render = (request: Request, site: Site) => Promise<RenderedPage>;

export interface RenderedPage {
  status: number;
  headers: Headers;
  html: string;
}

/** The address of the page that most readers come to. */
export const HOME = '/';

const INLINE_SCRIPT = /<script\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/script>/gi;
const INLINE_STYLE = /<style\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/style>/gi;

export interface PagesNeeds {
  render: Render;
  site: Site;
  settings: SecuritySettings;
  cache: ResponseCache;
}

/** Every address that is nothing else is a page, if only the page that says that nothing is there. */
export function pageRoutes({ render, site, settings, cache }: PagesNeeds): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();

  async function page(address: string): Promise<Response> {
    // Nothing of the reader's request is passed on: a page is the same for all.
    const { status, headers, html } = await render(new Request(settings.siteUrl + address), site);
    const inline = {
      scripts: digestsOf(html, INLINE_SCRIPT),
      styles: digestsOf(html, INLINE_STYLE),
    };
    headers.set('Content-Security-Policy', contentSecurityPolicy(settings, inline));
    const isPublic = status === 200 && /\bpublic\b/.test(headers.get('Cache-Control') ?? '');
    if (!isPublic) headers.set('Cache-Control', 'private, no-store');
    if (status === 503) headers.set('Retry-After', '5');
    return new Response(html, { status, headers });
  }

  routes.get('*', (c) => {
    const { pathname, searchParams } = new URL(c.req.url);
    const address = knownAddress(pathname, searchParams.get('after'));
    if (address === null) return page(unknownAddress(pathname));
    return cache.respond(c.req.raw, address, () => page(address));
  });
  routes.all('*', methodUnknown('GET, HEAD'));
  return routes;
}

/** The one address of a page that can exist, without what does not belong to it; else null. */
function knownAddress(pathname: string, after: string | null): string | null {
  if (pathname === HOME) return after !== null && isPosition(after) ? `/?after=${after}` : HOME;
  // However an address is spelled, it is the same page, and is kept once.
  const path = isDecodable(pathname) ? decodeURIComponent(pathname) : pathname;
  const id = /^\/letter\/([^/]+)\/?$/i.exec(path)?.[1];
  return id !== undefined && isLetterId(id) ? `/letter/${id}` : null;
}

/**
 * The address to render for a path that leads nowhere. React Router answers a path that ends in
 * `.data` with data, which we never use, and complains of a path that it cannot decode; either is
 * made a plain path that matches the same route.
 */
function unknownAddress(pathname: string): string {
  const path = isDecodable(pathname) ? pathname : pathname.replaceAll('%', '%25');
  return path.endsWith('.data') ? `${path}/` : path;
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** Whatever is inline is allowed by its digest, so that nothing else can run or dress the page. */
function digestsOf(html: string, inline: RegExp): string[] {
  const digests = new Set<string>();
  for (const [, attributes = '', text = ''] of html.matchAll(inline)) {
    // What is fetched or is data is not run from here.
    if (/\s(?:src\s*=|type="application\/ld\+json")/i.test(attributes)) continue;
    digests.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  return [...digests];
}
