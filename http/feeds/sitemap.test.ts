import { expect, test } from 'vitest';
import { createTestSite, importMany } from '#test/site/create-test-site.ts';
import { createResponseCache } from '../cache/response-cache.ts';
import { sitemapRoutes } from './sitemap.ts';

const SITE_URL = 'https://letters.example.org';

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);

test('the sitemap lists the home page and every visible letter', async () => {
  const site = await createTestSite({ SITE_URL });
  await importMany(site, 2500);
  const hidden = await site.send({ hidden: true });
  const response = await site.fetch('/sitemap.xml');
  expect(response.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
  const sitemap = await response.text();
  const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  const head = `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="${schema}">\n<url><loc>`;
  expect(sitemap.slice(0, head.length)).toBe(head);
  const addresses = locations(sitemap);
  expect(new Set(addresses).size).toBe(2501);
  expect(addresses[0]).toBe(`${SITE_URL}/`);
  expect(addresses).toContain(`${SITE_URL}/letter/id-0`);
  expect(addresses).toContain(`${SITE_URL}/letter/id-2499`);
  expect(sitemap).not.toContain(hidden.id);
  expect((await site.fetch('/sitemap.xml?after=zzzzzzzzzzzzzzzzzzzzz')).status).toBe(404);
});

test('a sitemap with too many addresses becomes an index of its parts', async () => {
  const site = await createTestSite({ SITE_URL });
  const { letters } = site.store;
  for (const [count, partCount] of [
    [9, 0],
    [10, 2],
    [18, 2],
    [19, 3],
  ] as const) {
    // Adds to those that are already there.
    await importMany(site, count);
    const cache = createResponseCache();
    const routes = sitemapRoutes({ letters, siteUrl: SITE_URL, cache, most: 10 });
    const textAt = async (path: string) => (await routes.request(path)).text();
    const whole = await textAt('/sitemap.xml');
    const parts = whole.includes('<sitemapindex') ? locations(whole) : [];
    expect(parts).toHaveLength(partCount);
    const texts = await Promise.all(parts.map((part) => textAt(part.slice(SITE_URL.length))));
    for (const text of texts) expect(locations(text).length).toBeLessThanOrEqual(10);
    const all = (parts.length > 0 ? texts : [whole]).flatMap(locations);
    const there = Array.from({ length: count }, (_, at) => `${SITE_URL}/letter/id-${at}`);
    expect(all.toSorted()).toEqual([`${SITE_URL}/`, ...there].toSorted());
    expect((await routes.request('/sitemap.xml?after=000000000000000000000')).status).toBe(404);
  }
});

test('no part has too many addresses, also where it takes several pages of letters', async () => {
  const site = await createTestSite({ SITE_URL });
  await importMany(site, 2500);
  const { letters } = site.store;
  const cache = createResponseCache();
  const routes = sitemapRoutes({ letters, siteUrl: SITE_URL, cache, most: 1500 });
  const textAt = async (path: string) => (await routes.request(path)).text();
  const parts = locations(await textAt('/sitemap.xml'));
  const texts = await Promise.all(parts.map((part) => textAt(part.slice(SITE_URL.length))));
  expect(texts.map((text) => locations(text).length)).toEqual([1002, 1499]);
  // The index may have been read from another instance.
  const needs = { letters, siteUrl: SITE_URL, most: 1500 };
  const another = sitemapRoutes({ ...needs, cache: createResponseCache() });
  const [, second = ''] = parts;
  expect((await another.request(second.slice(SITE_URL.length))).status).toBe(200);
});

test('the parts of the index that is served exist, even if an older index is finished after it', async () => {
  const site = await createTestSite({ SITE_URL });
  await importMany(site, 14);
  const { letters } = site.store;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let held: Promise<void> | undefined = released;
  const listVisible: typeof letters.listVisible = async (page) => {
    const wait = held;
    held = undefined;
    const list = await letters.listVisible(page);
    await wait;
    return list;
  };
  const cache = createResponseCache();
  const slow = { ...letters, listVisible };
  const routes = sitemapRoutes({ letters: slow, siteUrl: SITE_URL, cache, most: 10 });
  const older = routes.request('/sitemap.xml');
  for (const id of ['id-0', 'id-13']) await letters.delete(id);
  cache.clear();
  const parts = locations(await (await routes.request('/sitemap.xml')).text());
  release();
  const olderParts = locations(await (await older).text());
  expect(olderParts.at(-1)).not.toBe(parts.at(-1));
  const statusAt = async (part: string) =>
    (await routes.request(part.slice(SITE_URL.length))).status;
  expect(await Promise.all(parts.map(statusAt))).toEqual([200, 200]);
});

test('parts keep their addresses when letters are sent, for a crawler that has read the index before', async () => {
  const site = await createTestSite({ SITE_URL });
  await importMany(site, 25);
  const { letters } = site.store;
  const cache = createResponseCache();
  const routes = sitemapRoutes({ letters, siteUrl: SITE_URL, cache, most: 10 });
  const textAt = async (path: string) => (await routes.request(path)).text();
  const parts = locations(await textAt('/sitemap.xml'));
  const textsOf = async (addresses: string[]) =>
    Promise.all(addresses.map((part) => textAt(part.slice(SITE_URL.length))));
  const [, ...older] = await textsOf(parts);
  const sent = [await site.send(), await site.send(), await site.send()];
  cache.clear();
  const now = locations(await textAt('/sitemap.xml'));
  expect(now.slice(-parts.length + 1)).toEqual(parts.slice(1));
  const texts = await textsOf(now);
  expect(texts.slice(-older.length)).toEqual(older);
  for (const { id } of sent) expect(texts.join()).toContain(id);
});

test('other requests get their turn while a long sitemap is read', async () => {
  const site = await createTestSite({ SITE_URL });
  await importMany(site, 2500);
  const { letters } = site.store;
  const routes = sitemapRoutes({ letters, siteUrl: SITE_URL, cache: createResponseCache() });
  let turns = 0;
  let over = false;
  const count = () => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  await routes.request('/sitemap.xml');
  over = true;
  expect(turns).toBeGreaterThan(2);
});

test('a request for a made-up part reads no letters', async () => {
  const site = await createTestSite({ SITE_URL });
  const { letters } = site.store;
  let lists = 0;
  const listVisible: typeof letters.listVisible = (page) => {
    lists += 1;
    return letters.listVisible(page);
  };
  const cache = createResponseCache();
  const routes = sitemapRoutes({ letters: { ...letters, listVisible }, siteUrl: SITE_URL, cache });
  for (const after of ['', '2', 'a'.repeat(22), '<loc>', '%00']) {
    expect((await routes.request(`/sitemap.xml?after=${after}`)).status).toBe(404);
  }
  expect(lists).toBe(0);
});

test('robots.txt names the sitemap, and excludes the rest', async () => {
  const site = await createTestSite({ SITE_URL });
  expect(await (await site.fetch('/robots.txt')).text()).toBe(
    `User-agent: *\nDisallow: /api/\nSitemap: ${SITE_URL}/sitemap.xml\n`,
  );
});
