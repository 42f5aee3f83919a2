import { Hono } from 'hono';
import { isLetterId } from '#core/letter-id.ts';
import { isPosition } from '#core/position.ts';
import type { Site } from '#core/site.ts';
import { answerOnce } from '../cache/kept-response.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { methodUnknown } from '../problem.ts';
import { inlineDigests } from '../security/inline-digests.ts';
import { contentSecurityPolicy, type SecuritySettings } from '../security/security-headers.ts';
import type { SiteEnv } from '../site-env.ts';

/** Renders the page at a request's address. */
export type Render = (request: Request, site: Site) => Promise<RenderedPage>;

interface RenderedPage {
  status: number;
  headers: Headers;
  html: string;
}

/** The address of the page that most readers come to. */
export const HOME = '/';

/** What a page is made with. */
export interface PageNeeds {
  render: Render;
  site: Site;
  settings: SecuritySettings;
}

/** Every address that is nothing else is a page, if only the page that says that nothing is there. */
export function pageRoutes(cache: ResponseCache, needs: PageNeeds): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();
  const page = (address: string) => makePage(needs, address);

  routes.get('*', async (c) => {
    const { pathname, searchParams } = new URL(c.req.url);
    const address = knownAddress(pathname, searchParams.get('after'));
    if (address !== null) return cache.respond(c.req.raw, address, () => page(address));
    return answerOnce(await page(unknownAddress(pathname)), c.req.raw.headers);
  });
  routes.all('*', methodUnknown('GET, HEAD'));
  return routes;
}

/** @param address nothing else of a reader's request is known here: a page is the same for all */
export async function makePage(
  { render, site, settings }: PageNeeds,
  address: string,
): Promise<Response> {
  const { status, headers, html } = await render(new Request(settings.siteUrl + address), site);
  const inline = inlineDigests(html);
  headers.set('Content-Security-Policy', contentSecurityPolicy(settings, inline));
  const isPublic = status === 200 && /\bpublic\b/.test(headers.get('Cache-Control') ?? '');
  if (!isPublic) headers.set('Cache-Control', 'private, no-store');
  if (status === 503) headers.set('Retry-After', '5');
  return new Response(html, { status, headers });
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
