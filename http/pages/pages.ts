import { Hono } from 'hono';
import { StoreUnavailable } from '#core/errors.ts';
import { isLetterId } from '#core/letter-id.ts';
import { isPosition } from '#core/position.ts';
import type { Site } from '#core/site.ts';
import type { Letters } from '#core/store.ts';
import { isPublic, type ResponseCache } from '../cache/response-cache.ts';
import { methodNotAllowed } from '../problem.ts';
import { inlineDigests } from '../security/inline-digests.ts';
import { contentSecurityPolicy, type SecuritySettings } from '../security/security-headers.ts';
import type { SiteEnv } from '../site-env.ts';
import { knownCursor } from '../visible-page.ts';
import { NO_LETTER, NOWHERE, notFoundPages } from './not-found-pages.ts';

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

/**
 * The pages: home, letters, and not-found for every other path. Made-up paths and cursors lead to pages
 * that are cached already, so that strangers cannot keep the renderer busy.
 */
export function pageRoutes(
  cache: ResponseCache,
  { letters, ...needs }: PageNeeds & { letters: Letters },
): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();
  const answerNotFound = notFoundPages((address) => makePage(needs, address));

  routes.get('*', async (c) => {
    const { pathname, search, searchParams } = new URL(c.req.url);
    // The router in the browser takes `//` for the home page. Such links come of joining `https://…/` and `/`.
    if (/^\/{2,}$/.test(pathname)) return c.redirect(HOME + search, 308);
    if (pathname === HOME) {
      const address = await listAddress(searchParams.get('after'));
      return cache.respond(c.req.raw, address, () => makePage(needs, address));
    }
    const id = letterNamed(pathname);
    if (id !== null && isLetterId(id)) {
      const make = () => makeLetterPage(needs, id);
      // Cached by id, not by path: other spellings of the path are the same page.
      const page = await cache.respond(c.req.raw, `/letter/${id}`, make);
      if (page !== null) return page;
    }
    const linked = linkedId(pathname);
    if (linked !== null && linked !== id) return c.redirect(`/letter/${linked}`, 308);
    return answerNotFound(id === null ? NOWHERE : NO_LETTER, c.req.raw.headers);
  });
  routes.all('*', methodNotAllowed('GET, HEAD'));
  return routes;

  async function listAddress(after: string | null): Promise<string> {
    if (after === null || !isPosition(after)) return HOME;
    const known = await knownCursor(letters, after).catch((error) => {
      if (!(error instanceof StoreUnavailable)) throw error;
      // The page itself says so.
      return after;
    });
    return known === null ? HOME : `/?after=${known}`;
  }
}

/** @param address all that is used of a request, so that a page is the same for everyone */
export async function makePage(
  { render, site, settings }: PageNeeds,
  address: string,
): Promise<Response> {
  const rendered = await render(new Request(settings.siteUrl + address), site);
  const { status, headers, html } = rendered;
  const inline = inlineDigests(html);
  headers.set('Content-Security-Policy', contentSecurityPolicy(settings, inline));
  if (!isPublic(rendered)) headers.set('Cache-Control', 'private, no-store');
  if (status === 503) headers.set('Retry-After', '5');
  return new Response(html, { status, headers });
}

/** The page of a letter, or null where there is none. */
async function makeLetterPage({ site, ...needs }: PageNeeds, id: string): Promise<Response | null> {
  const letter = await site.letter(id);
  if (letter === null) return null;
  return makePage({ ...needs, site: { ...site, letter: async () => letter } }, `/letter/${id}`);
}

/** The id in a letter's path, parsed as React Router does; null for other paths. */
function letterNamed(pathname: string): string | null {
  const [, place, id, ...rest] = pathname.split('/').map(decoded);
  return place?.toLowerCase() === 'letter' && id && rest.every((part) => part === '') ? id : null;
}

/** Some links are joined with too many slashes, or were broken where a program wrapped its lines. */
const FOREIGN_START = /^\/+letter\/[/\s\p{Cf}]*/iu;
/**
 * A link with an end that no id has. Some apps percent-encode the `?` or the `#` that a link has; where Markdown is
 * not known, the end of a link's text, and then its address, are taken for a part of it.
 */
const FOREIGN_END = /^([\w-]+)(?:[^\w-]+|[&?#\])].*)$/;
/** An id may end in the hyphen of a sentence, or in the underscore around italics, but hardly one does. */
const DOUBTFUL_END = /^([\w-]*[a-z\d])[^a-z\d/]+$/i;

/**
 * The id in a link that leads to no letter, without the slash, the full stop, the bracket or the parameters beside
 * it that chats, mail programs and trackers made a part of it; null where there is no id.
 */
function linkedId(pathname: string): string | null {
  const path = pathname.split('/').map(decoded).join('/');
  const text = path.replace(FOREIGN_START, '');
  if (text === path) return null;
  const [, id = text] = FOREIGN_END.exec(text) ?? DOUBTFUL_END.exec(text) ?? [];
  return isLetterId(id) ? id : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
