import { expect, test } from 'vitest';
import { OWNER_NAME } from '#test/clients/owner.ts';
import { createTestSite, importMany, type TestSite } from '#test/site/create-test-site.ts';
import { imported } from '../../store/contract/engine.ts';
import { createResponseCache } from '../cache/response-cache.ts';
import { feedRoutes } from './feeds.ts';

const SITE_URL = 'https://letters.example.org';

interface JsonFeed {
  version: string;
  title: string;
  home_page_url: string;
  feed_url: string;
  next_url?: string;
  authors: { name: string }[];
  items: Record<string, unknown>[];
}

async function jsonFeed(site: TestSite, path = '/feed.json'): Promise<JsonFeed> {
  return (await (await site.fetch(path)).json()) as JsonFeed;
}

test('the feed contains visible letters in full, newest first, with links to this site', async () => {
  const site = await createTestSite({ SITE_URL, SITE_TITLE: 'Ink & <paper>' });
  const older = await site.send({ title: 'Older', content: 'One\n  two', date: '2025-01-01' });
  await site.send({ title: 'Secret', content: 'Sealed', hidden: true });
  await site.send({ title: '</title>&"\'', content: ']]> <b>\ufffe\uffff!', date: '2026-01-01' });
  const response = await site.fetch('/feed.xml', {
    headers: { 'X-Forwarded-Host': 'evil.example' },
  });
  expect(response.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8');
  const feed = await response.text();
  expect(feed).toMatch(
    /^<\?xml version="1.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom">/,
  );
  expect(feed).toContain(`<id>${SITE_URL}/</id>\n<icon>${SITE_URL}/apple-touch-icon.png</icon>`);
  expect(feed).toContain('<title>Ink &amp; &lt;paper&gt;</title>');
  expect(feed).toContain('<title>&lt;/title&gt;&amp;&quot;&#39;</title>');
  expect(feed).toContain(
    '<content type="html">&lt;p dir=&quot;auto&quot;&gt;]]&amp;gt; &amp;lt;b&amp;gt;!&lt;/p&gt;</content>',
  );
  expect(feed).toContain('One&lt;br&gt;\n\u00a0 two');
  const url = `${SITE_URL}/letter/${older.id}`;
  expect(feed).toContain(`<id>${url}</id>\n<link href="${url}" type="text/html"/>`);
  expect(feed).toContain(
    `<link rel="self" href="${SITE_URL}/feed.xml" type="application/atom+xml"/>`,
  );
  expect(feed).toContain(`<name>${OWNER_NAME}</name>`);
  expect(feed.indexOf('&lt;/title')).toBeLessThan(feed.indexOf('Older'));
  expect(feed).toContain('<updated>2026-01-01T10:00:00.000Z</updated>\n<author>');
  expect(feed).toContain('<published>2026-01-01T10:00:00.000Z</published>\n<updated>');
  for (const trace of ['Secret', 'Sealed', 'evil', 'localhost', '127.0.0.1']) {
    expect(feed).not.toContain(trace);
  }
  site.wait(60 * 60_000);
  expect(await (await site.fetch('/feed.xml')).text()).toBe(feed);
  const etag = response.headers.get('ETag') ?? '';
  const known = await site.fetch('/feed.xml', { headers: { 'If-None-Match': etag } });
  expect(known.status).toBe(304);
});

test('a letter that was edited has a new update time and its old publication time', async () => {
  const site = await createTestSite();
  const letter = await site.send({ date: '2026-01-01' });
  const { updatedAt } = await site.update(letter, { content: 'Other words.' });
  const feed = await (await site.fetch('/feed.xml')).text();
  const updated = `<updated>${updatedAt}</updated>`;
  expect(feed.match(/<updated>.*?<\/updated>/g)).toEqual([updated, updated]);
  expect(feed).toContain('<published>2026-01-01T10:00:00.000Z</published>');
  expect((await jsonFeed(site)).items[0]).toHaveProperty('date_modified', updatedAt);
});

test('a letter whose date was corrected bears that date in the feeds, as its envelope does', async () => {
  const site = await createTestSite();
  const letter = await site.send({ date: '2206-01-01' });
  const { createdAt } = await site.update(letter, { date: '2026-01-01' });
  expect(createdAt).toContain('2206');
  const published = '2026-01-01T10:00:00.000Z';
  const atom = await (await site.fetch('/feed.xml')).text();
  expect(atom).toContain(`<published>${published}</published>`);
  expect((await jsonFeed(site)).items[0]).toHaveProperty('date_published', published);
});

test('the JSON feed has the same contents, and the language if the script tells it', async () => {
  const site = await createTestSite({ SITE_URL, SITE_TITLE: 'Ink & <paper>' });
  const letter = await site.send({
    title: 'ゆき & <b>',
    content: '桜が散る\n  前に\n\n\n</script> "end"',
    date: '2026-01-01',
  });
  await site.send({ title: 'Secret', content: 'Sealed', hidden: true });
  const response = await site.fetch('/feed.json');
  expect(response.headers.get('Content-Type')).toBe('application/feed+json; charset=utf-8');
  expect(response.headers.get('ETag')).toMatch(/^"/);
  const feed = (await response.json()) as JsonFeed;
  const url = `${SITE_URL}/letter/${letter.id}`;
  expect(feed).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Ink & <paper>',
    home_page_url: `${SITE_URL}/`,
    feed_url: `${SITE_URL}/feed.json`,
    icon: `${SITE_URL}/apple-touch-icon.png`,
    favicon: `${SITE_URL}/apple-touch-icon.png`,
    authors: [{ name: OWNER_NAME, url: `${SITE_URL}/` }],
    items: [
      {
        id: url,
        url,
        title: 'ゆき & <b>',
        content_html:
          '<p dir="auto" lang="ja">桜が散る<br>\n\u00a0 前に</p>\n\n\n<p dir="auto" lang="ja"><br>&lt;/script&gt; &quot;end&quot;</p>',
        content_text: '桜が散る\n  前に\n\n\n</script> "end"',
        image: expect.stringMatching(new RegExp(`^${url}/card\\.png\\?v=[\\w-]+$`)),
        date_published: '2026-01-01T10:00:00.000Z',
        authors: [{ name: OWNER_NAME }],
        language: 'ja',
      },
    ],
  });
});

test('a letter whose language is not known does not inherit that of the feed', async () => {
  const site = await createTestSite({ SITE_URL, LETTER_LANGUAGE: 'ru' });
  await site.send({ title: 'Hello', content: 'From the balcony' });
  await site.send({ title: 'Привет', content: 'С балкона' });
  const feed = await (await site.fetch('/feed.xml')).text();
  expect(feed.match(/xml:lang="\w*"/g)).toEqual(['ru', 'ru', ''].map((tag) => `xml:lang="${tag}"`));
});

test('a feed page has thirty letters, and a link to the page with older ones', async () => {
  const site = await createTestSite({ SITE_URL });
  await importMany(site, 40);
  const atom = async (path: string) => (await site.fetch(path)).text();
  const first = await atom('/feed.xml');
  expect(first.match(/<entry>/g)).toHaveLength(30);
  expect(first).not.toContain('<published>');
  const next = /rel="next" href="https:\/\/letters\.example\.org([^"]+)"/.exec(first)?.[1] ?? '';
  const second = await atom(next);
  expect(second.match(/<entry>/g)).toHaveLength(10);
  expect(second).toContain(`rel="self" href="${SITE_URL}${next}"`);
  expect(second).toContain(`rel="first" href="${SITE_URL}/feed.xml"`);
  expect(second).not.toContain('rel="next"');
  const feed = await jsonFeed(site);
  const rest = await jsonFeed(site, feed.next_url?.slice(SITE_URL.length));
  expect(new Set([...feed.items, ...rest.items].map(({ id }) => id)).size).toBe(40);
  expect(rest.next_url).toBeUndefined();
  expect(feed.items[0]).not.toHaveProperty('date_published');
});

test('the cursor of a feed page must be a visible letter; any other is answered with 404', async () => {
  const site = await createTestSite({ SITE_URL });
  const bold = await site.send({ title: 'Bold', date: '2026-01-02' });
  const shy = await site.send({ title: 'Shy', date: '2026-01-01', hidden: true });
  await site.send({ title: 'Oldest', date: '2025-12-31' });
  const { letters } = site.store;
  const positions = await Promise.all([bold, shy].map(async ({ id }) => letters.get(id)));
  const [seen = '', hidden = ''] = positions.map((letter) => letter?.position);
  for (const feed of ['/feed.xml', '/feed.json']) {
    const page = await site.fetch(`${feed}?after=${seen}`);
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('Oldest');
    expect(text).not.toContain('Bold');
    const made = [
      '',
      'nowhere',
      hidden,
      `${seen}0`,
      '0'.repeat(21),
      'a'.repeat(21),
      'z'.repeat(21),
    ];
    for (const after of made) {
      expect((await site.fetch(`${feed}?after=${after}`)).status, after).toBe(404);
    }
  }
});

test('a feed page has fewer letters if they are long, and at least one', async () => {
  const site = await createTestSite({ SITE_URL });
  for (let day = 1; day <= 5; day += 1) {
    await site.send({ content: 'x'.repeat(200_000), date: `2026-01-0${day}` });
  }
  // Longer than any that can be sent, as of an earlier site.
  const long = imported({ content: 'x'.repeat(500_001), date: '2026-01-06' });
  await site.store.letters.importAll([long], 0);
  const counts: number[] = [];
  const seen = new Set<unknown>();
  for (let path: string | undefined = '/feed.json'; path !== undefined; ) {
    const feed: JsonFeed = await jsonFeed(site, path);
    counts.push(feed.items.length);
    for (const { id } of feed.items) seen.add(id);
    path = feed.next_url?.slice(SITE_URL.length);
  }
  expect(counts).toEqual([1, 2, 2, 1]);
  expect(seen.size).toBe(6);
});

test('a letter that is hidden while the feed is made is not in it', async () => {
  const site = await createTestSite({ SITE_URL });
  const { id } = await site.send({ title: 'Shy', content: 'Shy words' });
  await site.send({ title: 'Bold' });
  const { letters } = site.store;
  const text = { title: 'Shy', content: 'Shy words', signature: OWNER_NAME, date: '2026-01-01' };
  const listVisible: typeof letters.listVisible = async (page) => {
    const list = await letters.listVisible(page);
    await letters.update(id, { ...text, hidden: true }, 0);
    return list;
  };
  const settings = {
    siteUrl: SITE_URL,
    siteTitle: 'T',
    ownerName: OWNER_NAME,
    letterLanguage: null,
    envelopeImageUrl: null,
    accentColor: null,
    seal: null,
  };
  const routes = feedRoutes({
    letters: { ...letters, listVisible },
    settings,
    cache: createResponseCache(),
    cardVersion: () => '1',
  });
  const feed = await (await routes.request('/feed.xml')).text();
  expect(feed).toContain('Bold');
  expect(feed).not.toContain('Shy');
});

test('an empty feed is valid', async () => {
  const site = await createTestSite();
  const feed = await (await site.fetch('/feed.xml')).text();
  expect(feed).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  expect(feed).not.toContain('<entry');
  expect((await jsonFeed(site)).items).toEqual([]);
});

test('every page of the site links to both feeds', async () => {
  const site = await createTestSite();
  const { id } = await site.send();
  for (const path of ['/', `/letter/${id}`]) {
    const html = await (await site.fetch(path)).text();
    const feeds = [...html.matchAll(/<link rel="alternate" href="([^"]+)" type="([^"]+)"/g)];
    expect(feeds.map(([, href, type]) => [href, type])).toEqual([
      ['/feed.xml', 'application/atom+xml'],
      ['/feed.json', 'application/feed+json'],
    ]);
  }
});
