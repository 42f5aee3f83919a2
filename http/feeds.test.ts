import { expect, test } from 'vitest';
import { createTestSite, OWNER } from '#test/create-test-site.ts';
import { feedRoutes } from './feeds.ts';
import { createResponseCache } from './response-cache.ts';

const SITE_URL = 'https://letters.example.org';

test('the feed has visible letters whole, newest first, with links to this site', async () => {
  const site = await createTestSite({ SITE_URL, SITE_TITLE: 'Ink & <paper>' });
  const older = await site.send({
    title: 'Older',
    content: 'First line\n  second',
    date: '2025-01-01',
  });
  await site.send({ title: 'Secret', content: 'Sealed', hidden: true });
  await site.send({ title: '</title>&"\'', content: ']]> <b>\ufffe\uffff!', date: '2026-01-01' });
  const response = await site.fetch('/feed.xml', {
    headers: { 'X-Forwarded-Host': 'evil.example' },
  });
  expect(response.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8');
  const feed = await response.text();
  expect(feed).toContain('<title>Ink &amp; &lt;paper&gt;</title>');
  expect(feed).toContain('<title>&lt;/title&gt;&amp;&quot;&apos;</title>');
  expect(feed).toContain('<content type="text">]]&gt; &lt;b&gt;!</content>');
  expect(feed).toContain('<content type="text">First line\n  second</content>');
  expect(feed).toContain(`<link href="${SITE_URL}/letter/${older.id}"/>`);
  expect(feed).toContain(`<name>${OWNER}</name>`);
  expect(feed.indexOf('&lt;/title')).toBeLessThan(feed.indexOf('Older'));
  expect(feed).toContain('<updated>2026-01-01T00:00:00.000Z</updated>\n<author>');
  for (const trace of ['Secret', 'Sealed', 'evil', 'localhost', '127.0.0.1']) {
    expect(feed).not.toContain(trace);
  }
  site.wait(60 * 60_000);
  expect(await (await site.fetch('/feed.xml')).text()).toBe(feed);
});

test('the feed has the newest thirty', async () => {
  const site = await createTestSite();
  const letter = { title: 'T', content: 'C', signature: 'S', date: null, hidden: false };
  const rest = { createdAt: null, updatedAt: null, origin: null };
  const many = Array.from({ length: 40 }, (_, at) => ({ ...letter, ...rest, id: `id-${at}` }));
  await site.store.letters.importAll(many, 0);
  const feed = await (await site.fetch('/feed.xml')).text();
  expect(feed.match(/<entry>/g)).toHaveLength(30);
});

test('a letter that is hidden while the feed is being made is not in it', async () => {
  const site = await createTestSite({ SITE_URL });
  const { id } = await site.send({ title: 'Shy', content: 'Shy words' });
  await site.send({ title: 'Bold' });
  const { letters } = site.store;
  const text = { title: 'Shy', content: 'Shy words', signature: OWNER, date: '2026-01-01' };
  const listVisible: typeof letters.listVisible = async (page) => {
    const list = await letters.listVisible(page);
    await letters.update(id, { ...text, hidden: true }, 0);
    return list;
  };
  const settings = {
    ...{ siteUrl: SITE_URL, siteTitle: 'T', ownerName: OWNER },
    ...{ envelopeImageUrl: null, accentColor: null, sealLetter: null },
  };
  const routes = feedRoutes({ ...letters, listVisible }, settings, createResponseCache());
  const feed = await (await routes.request('/feed.xml')).text();
  expect(feed).toContain('Bold');
  expect(feed).not.toContain('Shy');
});

test('an empty feed is still a feed', async () => {
  const site = await createTestSite();
  const feed = await (await site.fetch('/feed.xml')).text();
  expect(feed).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  expect(feed).not.toContain('<entry>');
});

test('the sitemap has the home page and every visible letter', async () => {
  const site = await createTestSite({ SITE_URL });
  const letter = { title: 'T', content: 'C', signature: 'S', date: null, hidden: false };
  const rest = { createdAt: null, updatedAt: null, origin: null };
  const many = Array.from({ length: 2500 }, (_, at) => ({ ...letter, ...rest, id: `id-${at}` }));
  await site.store.letters.importAll(many, 0);
  const hidden = await site.send({ hidden: true });
  const response = await site.fetch('/sitemap.xml');
  expect(response.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
  const sitemap = await response.text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  expect(new Set(addresses).size).toBe(2501);
  expect(addresses[0]).toBe(`${SITE_URL}/`);
  expect(addresses).toContain(`${SITE_URL}/letter/id-0`);
  expect(addresses).toContain(`${SITE_URL}/letter/id-2499`);
  expect(sitemap).not.toContain(hidden.id);
});

test('robots are shown the sitemap and kept from the rest', async () => {
  const site = await createTestSite({ SITE_URL });
  expect(await (await site.fetch('/robots.txt')).text()).toBe(
    `User-agent: *\nDisallow: /api/\nSitemap: ${SITE_URL}/sitemap.xml\n`,
  );
});
