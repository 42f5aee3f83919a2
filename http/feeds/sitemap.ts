import { Hono } from 'hono';
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

const PATH = '/sitemap.xml';
const AT_ONCE = 1000;
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The sitemap (home page and visible letters) and robots.txt. */
export function sitemapRoutes(needs: SitemapNeeds): Hono<SiteEnv> {
  const { letters, siteUrl, cache, most = 50_000 } = needs;
  const routes = new Hono<SiteEnv>();
  const partUrl = (after: string) => `${siteUrl}${PATH}?after=${after}`;
  /** The cursors of the parts in the last sitemap index. */
  let named = new Set<string>();
  /** Counts the readings of all letters. */
  let begun = 0;

  /** One sitemap's worth of addresses, the home page first, and the cursor of the next part. */
  async function partFrom(after: string) {
    const home = after === GREATEST ? [`${siteUrl}/`] : [];
    const { ids, next } = await lettersFrom(letters, after, most - home.length);
    return { addresses: [...home, ...ids.map((id) => letterUrl(siteUrl, id))], next };
  }

  /** The whole sitemap, or an index of its parts when it is too long for one file. */
  async function whole(): Promise<string> {
    begun += 1;
    const own = begun;
    let { addresses, next } = await partFrom(GREATEST);
    const isOneFile = next === null;
    const parts = [GREATEST];
    while (next !== null) {
      parts.push(next);
      ({ next } = await partFrom(next));
    }
    // After a change, the cache keeps the answer of a newer reading, even if this one ends after it.
    if (own === begun) named = new Set(isOneFile ? [] : parts);
    return isOneFile ? urlset(addresses) : index(parts.map(partUrl));
  }

  const respond = (request: Request) =>
    cache.respond(request, PATH, async () => answer('application/xml', await whole()));

  routes.get(PATH, async (c) => {
    const after = c.req.query('after');
    if (after === undefined) return respond(c.req.raw);
    if (!isPosition(after)) return problem('route-missing');
    // Reading a part is expensive, so only cursors in the index are served.
    await respond(new Request(siteUrl + PATH));
    if (!named.has(after)) return problem('route-missing');
    return cache.respond(c.req.raw, `${PATH}?after=${after}`, async () =>
      answer('application/xml', urlset((await partFrom(after)).addresses)),
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

/** Up to `most` ids of visible letters, and the cursor of the next ones. */
async function lettersFrom(
  letters: Letters,
  from: string,
  most: number,
): Promise<{ ids: string[]; next: string | null }> {
  const ids: string[] = [];
  let after: string | null = from;
  while (after !== null && ids.length < most) {
    const limit = Math.min(most - ids.length, AT_ONCE);
    const page = await letters.listVisible({ limit, after });
    for (const { id } of page.items) ids.push(id);
    after = page.next;
  }
  return { ids, next: after };
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
