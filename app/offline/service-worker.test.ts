import { expect, test, vi } from 'vitest';
import { begin, wordsOf } from '#test/browser/offline-reader.ts';
import type { TestSite } from '#test/site/create-test-site.ts';

const away = (site: TestSite) => site.database('ALTER TABLE letters RENAME TO elsewhere');
const back = (site: TestSite) => site.database('ALTER TABLE elsewhere RENAME TO letters');

test('a 503 is passed on; it is not cached and evicts nothing', async () => {
  const { site, reader, letter, other, change } = await begin();
  // Then the site keeps no answer of its own either.
  await change(other, { title: 'Renamed' });
  away(site);
  expect((await reader.get(wordsOf(letter))).status).toBe(503);
  expect(await reader.kept(wordsOf(letter))).toContain('First words');
  reader.loseNetwork();
  expect(await (await reader.get(wordsOf(letter))).text()).toContain('First words');
});

test.each([502, 503, 504, 522])(
  'cached letters can be read while a proxy answers %i for the site, as without a network',
  async (status) => {
    const { site, reader, letter, other } = await begin();
    const answer = () => new Response('The proxy', { status });
    site.fetch = async () => answer();
    expect(await (await reader.get(wordsOf(letter))).text()).toContain('First words');
    expect(await (await reader.visit('/')).text()).toContain('For you.');
    // For what is not kept, the worker has no better answer.
    expect((await reader.get(wordsOf(other))).status).toBe(status);
    expect((await reader.visit('/feed.xml')).status).toBe(status);
    await reader.contact();
    expect(await reader.kept(wordsOf(letter))).toContain('First words');
    await reader.forget('/');
    expect((await reader.visit('/')).status).toBe(status);
    expect((await reader.visit(`/letter/${letter.id}`)).status).toBe(status);
  },
);

test('a home page with status 503 does not replace the cached one', async () => {
  const { site, reader, letter, other, change } = await begin();
  // Then only the answer for the home page itself can stop the update.
  await reader.forget(wordsOf(letter));
  const before = await reader.kept('/');
  await change(other, { title: 'Renamed' });
  away(site);
  await reader.contact();
  expect((await reader.visit('/')).status).toBe(503);
  expect(await reader.kept('/')).toBe(before);
  back(site);
  await reader.contact();
  expect(await reader.kept('/')).toContain('Renamed');
});

test('a page that the browser has asked for itself is not requested once more', async () => {
  const { site, reader } = await begin();
  reader.asked.length = 0;
  const page = await reader.visit('/', await site.fetch('/'));
  expect(await page.text()).toContain('For you.');
  expect(reader.asked).toEqual([]);
});

test('requests nothing else while the home page has the same ETag', async () => {
  const { reader } = await begin();
  reader.asked.length = 0;
  await reader.contact();
  expect(reader.asked).toEqual(['/']);
});

test('requests every cached letter after the ETag changed; renews changed ones, and evicts hidden and deleted ones', async () => {
  const { site, reader, letter, other, change } = await begin();
  const gone = await site.send({ title: 'Gone soon' });
  for (const read of [other, gone]) await reader.get(wordsOf(read));
  await change(letter, { title: 'Read again', content: 'Second words' });
  await change(other, { hidden: true });
  await site.delete(gone);
  reader.asked.length = 0;
  await reader.contact();
  expect(reader.asked).toEqual(expect.arrayContaining(['/', wordsOf(letter), wordsOf(other)]));
  expect(await reader.kept(wordsOf(letter))).toContain('Second words');
  expect(await reader.kept(wordsOf(other))).toBeNull();
  expect(await reader.kept(wordsOf(gone))).toBeNull();
  expect(await reader.kept('/')).toContain('Read again');
});

test('repeats an update that a 503 interrupted at the next contact', async () => {
  const { site, reader, letter, change } = await begin();
  await change(letter, { title: 'Read again', content: 'Second words' });
  // The new home page is there, but not its letters.
  await site.fetch('/');
  away(site);
  await reader.contact();
  expect(await reader.kept('/')).not.toContain('Read again');
  expect(await reader.kept(wordsOf(letter))).toContain('First words');
  back(site);
  await reader.contact();
  expect(await reader.kept('/')).toContain('Read again');
  expect(await reader.kept(wordsOf(letter))).toContain('Second words');
});

test('revalidates every letter at the next contact if the home page is not cached', async () => {
  const { reader, other, change } = await begin();
  await reader.get(wordsOf(other));
  await change(other, { hidden: true });
  await reader.forget('/');
  await reader.contact();
  expect(await reader.kept(wordsOf(other))).toBeNull();
});

test('evicts what is no longer public, and what names it, also where the device is full', async () => {
  const { reader, letter, other, change } = await begin();
  await reader.get(wordsOf(other));
  await change(letter, { content: 'Second words' });
  await change(other, { hidden: true });
  const kept = await caches.open('kept');
  const full = vi.spyOn(kept, 'put').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
  await reader.contact();
  expect(await reader.kept(wordsOf(letter))).toBeNull();
  expect(await reader.kept(wordsOf(other))).toBeNull();
  expect(await reader.kept('/')).toBeNull();
  full.mockRestore();
  await reader.contact();
  expect(await reader.kept('/')).toContain('Read');
});

test('keeps what is as it was, and a home page whose letters are all public, also where the device is full', async () => {
  const { site, reader, letter } = await begin();
  const before = await reader.kept('/');
  await site.send({ title: 'Newer' });
  const kept = await caches.open('kept');
  const full = vi.spyOn(kept, 'put').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
  await reader.contact();
  expect(await reader.kept(wordsOf(letter))).toContain('First words');
  expect(await reader.kept('/')).toBe(before);
  full.mockRestore();
  await reader.contact();
  expect(await reader.kept('/')).toContain('Newer');
});

test('fetches a missing home page at once, and revalidates the letters at the next contact', async () => {
  const { reader, letter, other, change } = await begin();
  await reader.get(wordsOf(other));
  await change(other, { hidden: true });
  await reader.forget('/');
  reader.asked.length = 0;
  await reader.contact(null);
  expect(reader.asked).toEqual(['/']);
  expect(await reader.kept('/')).toContain('Read');
  expect(await reader.kept('/')).not.toContain('Another');
  await reader.contact();
  expect(reader.asked).toEqual(expect.arrayContaining([wordsOf(letter), wordsOf(other)]));
  expect(await reader.kept(wordsOf(other))).toBeNull();
  reader.asked.length = 0;
  await reader.contact();
  expect(reader.asked).toEqual(['/']);
});

test('of two contacts at once, the second requests nothing before the first is done', async () => {
  const { reader, letter, change } = await begin();
  await change(letter, { content: 'Second words' });
  reader.asked.length = 0;
  await Promise.all([reader.contact(), reader.contact()]);
  expect(reader.asked).toEqual(['/', wordsOf(letter), '/']);
});

test('a kept letter that is read while the cache is compared with the site stays, though the network is lost', async () => {
  const { site, reader, letter, other, change } = await begin();
  const { fetch } = site;
  const late = Promise.withResolvers<Response>();
  site.fetch = () => late.promise;
  reader.asked.length = 0;
  void reader.get(wordsOf(letter));
  await expect.poll(() => reader.asked).toHaveLength(1);
  site.fetch = fetch;
  await change(other, { content: 'Second words' });
  await reader.contact();
  reader.loseNetwork();
  late.resolve(await fetch(wordsOf(letter)));
  expect(await reader.kept(wordsOf(letter))).toContain('First words');
});

test('caches the scripts of the home page, and of its other files those that a page has used', async () => {
  const { site, reader } = await begin();
  const files = (await (await site.fetch('/')).text()).match(/\/assets\/[\w.-]+/g) ?? [];
  const scripts = files.filter((path) => path.endsWith('.js'));
  const font = files.find((path) => path.endsWith('.woff2')) ?? '';
  expect(scripts).not.toEqual([]);
  for (const script of scripts) expect(await reader.kept(script), script).not.toBeNull();
  expect(await reader.kept(font)).toBeNull();
  await reader.contact([font]);
  expect(await reader.kept(font)).not.toBeNull();
});

/** A site whose next build has another script in place of `old`. @param script answers a request for the new one */
async function upgrade(script: () => Response) {
  const { site, reader } = await begin();
  const { fetch } = site;
  const home = (await reader.kept('/')) ?? '';
  const [old = ''] = home.match(/\/assets\/[\w.-]+\.js/) ?? [];
  const newer = '/assets/newer.js';
  site.fetch = async (path, init) => {
    if (path === newer) return script();
    if (path !== '/') return fetch(path, init);
    const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'public', ETag: '"newer"' };
    return new Response(home.replaceAll(old, newer), { headers });
  };
  expect(await reader.kept(old)).not.toBeNull();
  await reader.contact();
  return { reader, home, old, newer };
}

test('evicts the files of an earlier build with the home page that named them', async () => {
  const headers = { 'Content-Type': 'text/javascript' };
  const { reader, old, newer } = await upgrade(() => new Response('newer', { headers }));
  expect(await reader.kept(newer)).toBe('newer');
  expect(await reader.kept(old)).toBeNull();
});

test('keeps the files of an earlier build for as long as its home page, where the network is lost in between', async () => {
  const { reader, home, old } = await upgrade(() => Response.error());
  expect(await reader.kept('/')).toBe(home);
  expect(await reader.kept(old)).not.toBeNull();
});

test('serves a page’s files also if the cache cannot be read', async () => {
  const { reader } = await begin();
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('broken')) });
  expect((await reader.get('/assets/none.js')).status).toBe(404);
});

test('a new worker replaces the old one at once, also for open pages', async () => {
  const { reader } = await begin();
  expect(await reader.replaceWorker()).toEqual(['skipWaiting', 'claim']);
});

test('of the letters that a page has used, requests only the last ones that fit into the cache, each once', async () => {
  const { site, reader, letter } = await begin();
  const used: string[] = [];
  for (let nth = 1; nth <= 60; nth += 1) {
    used.push(wordsOf(await site.send({ title: `Letter ${nth}` })));
  }
  await reader.contact();
  reader.asked.length = 0;
  await reader.contact(used);
  expect(reader.asked).toEqual(['/', ...used.slice(-50)]);
  expect(await reader.kept(wordsOf(letter))).toBeNull();
  reader.asked.length = 0;
  await reader.contact(used);
  expect(reader.asked).toEqual(['/']);
});
