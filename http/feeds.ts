import { Hono } from 'hono';
import type { Letter } from '#core/letter.ts';
import type { Letters } from '#core/store.ts';
import type { SiteSettings } from './create-site.ts';
import type { ResponseCache } from './response-cache.ts';
import type { SiteEnv } from './site-env.ts';

const FEED_LENGTH = 30;
/** A sitemap's limit, its home page included. https://www.sitemaps.org/protocol.html */
const SITEMAP_LENGTH = 50_000;
const SITEMAP_PAGE = 1000;

/** What other programs read of the visible letters. */
export function feedRoutes(
  letters: Letters,
  settings: SiteSettings,
  cache: ResponseCache,
): Hono<SiteEnv> {
  const { siteUrl } = settings;
  const routes = new Hono<SiteEnv>();

  routes.get('/feed.xml', (c) =>
    cache.respond(c.req.raw, '/feed.xml', async () => {
      const { items } = await letters.listVisible({ limit: FEED_LENGTH });
      const read = await Promise.all(items.map(({ id }) => letters.get(id)));
      // Between the list and the letter it may have been hidden or deleted.
      const visible = read.filter((letter) => letter !== null && !letter.hidden) as Letter[];
      return text('application/atom+xml; charset=utf-8', atom(visible, settings));
    }),
  );

  routes.get('/sitemap.xml', (c) =>
    cache.respond(c.req.raw, '/sitemap.xml', async () => {
      const addresses = [`${siteUrl}/`];
      for await (const id of visibleIds(letters, SITEMAP_LENGTH - 1)) {
        addresses.push(`${siteUrl}/letter/${id}`);
      }
      return text('application/xml; charset=utf-8', sitemap(addresses));
    }),
  );

  routes.get('/robots.txt', (c) =>
    cache.respond(c.req.raw, '/robots.txt', async () => {
      const lines = ['User-agent: *', 'Disallow: /api/', `Sitemap: ${siteUrl}/sitemap.xml`, ''];
      return text('text/plain; charset=utf-8', lines.join('\n'));
    }),
  );
  return routes;
}

function text(type: string, body: string): Response {
  const headers = { 'Content-Type': type, 'Cache-Control': 'public, no-cache' };
  return new Response(body, { headers });
}

async function* visibleIds(letters: Letters, most: number): AsyncGenerator<string> {
  let after: string | undefined;
  for (let left = most; left > 0; left -= SITEMAP_PAGE) {
    const page = await letters.listVisible({ limit: Math.min(left, SITEMAP_PAGE), after });
    for (const { id } of page.items) yield id;
    if (page.next === null) return;
    after = page.next;
  }
}

/** https://www.rfc-editor.org/rfc/rfc4287 */
function atom(letters: Letter[], { siteUrl, siteTitle, ownerName }: SiteSettings): string {
  const updated = Math.max(0, ...letters.map(updatedAt));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${escapeXml(siteTitle)}</title>
<id>${escapeXml(siteUrl)}/</id>
<link href="${escapeXml(siteUrl)}/"/>
<link rel="self" href="${escapeXml(siteUrl)}/feed.xml"/>
<updated>${instant(updated)}</updated>
<author><name>${escapeXml(ownerName)}</name></author>
${letters.map((letter) => atomEntry(letter, siteUrl)).join('')}</feed>
`;
}

function atomEntry(letter: Letter, siteUrl: string): string {
  const address = escapeXml(`${siteUrl}/letter/${letter.id}`);
  return `<entry>
<title>${escapeXml(letter.title)}</title>
<id>${address}</id>
<link href="${address}"/>
<published>${instant(letter.createdAt ?? 0)}</published>
<updated>${instant(updatedAt(letter))}</updated>
<author><name>${escapeXml(letter.signature)}</name></author>
<content type="text">${escapeXml(letter.content)}</content>
</entry>
`;
}

function sitemap(addresses: string[]): string {
  const entries = addresses.map((address) => `<url><loc>${escapeXml(address)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`;
}

function updatedAt(letter: Letter): number {
  return letter.updatedAt ?? letter.createdAt ?? 0;
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot carry
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(raw: string): string {
  return raw.replace(NOT_XML, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
