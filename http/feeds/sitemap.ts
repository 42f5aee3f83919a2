import { setImmediate as nextTurn } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Letter } from '#core/letter.ts';
import { letterUrl } from '#core/letter-urls.ts';
import { GREATEST, isPosition } from '#core/position.ts';
import type { Letters } from '#core/store.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { problem } from '../problem.ts';
import type { SiteEnv } from '../site-env.ts';
import { escapeMarkup } from './escape-markup.ts';

interface SitemapNeeds {
  letters: Letters;
  siteUrl: string;
  cache: ResponseCache;
  /** How many addresses one sitemap may have. https://www.sitemaps.org/protocol.html */
  most?: number;
}

type Place = Pick<Letter, 'id' | 'position'>;

const PATH = '/sitemap.xml';
const AT_ONCE = 500;
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The sitemap (home page and visible letters) and robots.txt. */
export function sitemapRoutes(needs: SitemapNeeds): Hono<SiteEnv> {
  const { letters, siteUrl, cache, most = 50_000 } = needs;
  const routes = new Hono<SiteEnv>();
  const partUrl = (after: string) => `${siteUrl}${PATH}?after=${after}`;
  /** How many letters each part of the last sitemap index has, by its cursor. */
  let named = new Map<string, number>();
  /** Counts the readings of all letters. */
  let begun = 0;

  const letterUrls = (read: Place[]) => read.map(({ id }) => letterUrl(siteUrl, id));

  /** The whole sitemap, or an index of its parts when it is too long for one file. */
  async function whole(): Promise<string> {
    begun += 1;
    const own = begun;
    const all = await lettersFrom(letters, GREATEST, Number.POSITIVE_INFINITY);
    const isOneFile = all.length < most;
    const parts: Map<string, number> = isOneFile ? new Map() : partsOf(all, most - 1);
    // After a change, the cache keeps the answer of a newer reading, even if this one ends after it.
    if (own === begun) named = parts;
    if (isOneFile) return urlset([`${siteUrl}/`, ...letterUrls(all)]);
    return index([...parts.keys()].map(partUrl));
  }

  async function part(after: string, count: number): Promise<string> {
    const home = after === GREATEST ? [`${siteUrl}/`] : [];
    return urlset([...home, ...letterUrls(await lettersFrom(letters, after, count))]);
  }

  const respond = (request: Request) =>
    cache.respond(request, PATH, async () => answer('application/xml', await whole()));

  routes.get(PATH, async (c) => {
    const after = c.req.query('after');
    if (after === undefined) return respond(c.req.raw);
    if (!isPosition(after)) return problem('route-missing');
    // Reading a part is expensive, so only cursors in the index are served.
    await respond(new Request(siteUrl + PATH));
    const count = named.get(after);
    if (count === undefined) return problem('route-missing');
    return cache.respond(c.req.raw, `${PATH}?after=${after}`, async () =>
      answer('application/xml', await part(after, count)),
    );
  });

  routes.get('/robots.txt', (c) =>
    cache.respond(c.req.raw, '/robots.txt', async () => {
      const lines = ['User-agent: *', 'Disallow: /api/', `Sitemap: ${siteUrl}${PATH}`, ''];
      return answer('text/plain', lines.join('\n'));
    }),
  );
  return routes;
}

function answer(type: string, body: string): Response {
  const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, no-cache' };
  return new Response(body, { headers });
}

/** Up to `most` visible letters after a cursor. */
async function lettersFrom(letters: Letters, from: string, most: number): Promise<Place[]> {
  const read: Place[] = [];
  let after: string | null = from;
  while (after !== null && read.length < most) {
    const limit = Math.min(most - read.length, AT_ONCE);
    const page = await letters.listVisible({ limit, after });
    for (const { id, position } of page.items) read.push({ id, position });
    after = page.next;
    // SQLite reads synchronously: the requests of readers get their turn in between.
    if (after !== null) await nextTurn();
  }
  return read;
}

/**
 * How many letters each part has, by its cursor. Counted from the oldest letter, so that a new one changes only
 * the first part: crawlers read the parts long after the index.
 */
function partsOf(all: Place[], size: number): Map<string, number> {
  const parts = new Map<string, number>();
  let begin = 0;
  for (let end = all.length % size || size; end <= all.length; end += size) {
    parts.set(all[begin - 1]?.position ?? GREATEST, end - begin);
    begin = end;
  }
  return parts;
}

function urlset(addresses: string[]): string {
  const urls = addresses.map((address) => `<url><loc>${escapeMarkup(address)}</loc></url>\n`);
  return xml(`<urlset ${SCHEMA}>\n${urls.join('')}</urlset>`);
}

function index(addresses: string[]): string {
  const parts = addresses.map(
    (address) => `<sitemap><loc>${escapeMarkup(address)}</loc></sitemap>\n`,
  );
  return xml(`<sitemapindex ${SCHEMA}>\n${parts.join('')}</sitemapindex>`);
}

const xml = (root: string) => `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`;
