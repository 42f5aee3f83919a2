import { beforeEach, expect, test, vi } from 'vitest';
import { createTestSite, type TestSite } from '#test/create-test-site.ts';
import { createDevice } from '#test/reading-device.ts';

/** The worker on a device, with a real site: only the browser is simulated. */
async function readerOf(site: TestSite) {
  const device = createDevice((path, init) => site.fetch(path, init));
  for (const [name, value] of Object.entries(device.globals)) vi.stubGlobal(name, value);
  vi.resetModules();
  await import('./service-worker.ts');
  return device;
}

const wordsOf = ({ id }: { id: string }) => `/api/letters/${id}`;
const away = (site: TestSite) => site.database('ALTER TABLE letters RENAME TO elsewhere');
const back = (site: TestSite) => site.database('ALTER TABLE elsewhere RENAME TO letters');

/** A site with two letters, of which a reader has read one. */
async function begin() {
  const site = await createTestSite();
  const letter = await site.send({ title: 'Read', content: 'First words' });
  const other = await site.send({ title: 'Another' });
  const reader = await readerOf(site);
  await reader.contact();
  await reader.get(wordsOf(letter));
  const change = (which: typeof letter, words: object) =>
    site.asOwner('PUT', wordsOf(which).replace('/api', '/api/portal'), { ...which, ...words });
  return { site, reader, letter, other, change };
}

beforeEach(() => () => vi.unstubAllGlobals());

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

test.each([502, 504, 522])(
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
  expect((await site.fetch('/')).status).toBe(503);
  expect(await reader.kept('/')).toBe(before);
  back(site);
  await reader.contact();
  expect(await reader.kept('/')).toContain('Renamed');
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
  await site.asOwner('DELETE', `/api/portal/letters/${gone.id}`);
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

/** A page in place of every answer of the site, as from a network that wants a log-in first. */
const logIn = () =>
  new Response('<h1>Please log in.</h1>', {
    headers: { 'Content-Type': 'text/html', 'Cache-Control': 'public' },
  });

test('a page of somebody else is passed on to whoever goes somewhere, but nothing is replaced by it', async () => {
  const { site, reader, letter, other } = await begin();
  const before = await reader.kept('/');
  site.fetch = async () => logIn();
  expect(await (await reader.get(wordsOf(letter))).text()).toContain('First words');
  expect(await (await reader.get(wordsOf(other))).text()).toContain('log in');
  expect(await (await reader.visit('/')).text()).toContain('log in');
  await reader.contact([wordsOf(other)]);
  expect(await reader.kept('/')).toBe(before);
  expect(await reader.kept(wordsOf(letter))).toContain('First words');
  expect(await reader.kept(wordsOf(other))).toBeNull();
});

test('no page of somebody else is cached as a letter or a file, and what they interrupt is done later', async () => {
  const { site, reader, letter, other, change } = await begin();
  const { fetch } = site;
  const font = (await reader.kept('/'))?.match(/\/assets\/[\w.-]+\.woff2/)?.[0] ?? '';
  const script = (await reader.kept('/'))?.match(/\/assets\/[\w.-]+\.js/)?.[0] ?? '';
  await change(other, { title: 'Renamed' });
  await reader.forget(script);
  for (const taken of [wordsOf(letter), script, font]) {
    site.fetch = async (path, init) => (path === taken ? logIn() : fetch(path, init));
    await reader.contact([font]);
    expect((await reader.kept(taken)) ?? '').not.toContain('log in');
  }
  expect(await reader.kept('/')).toContain('Renamed');
  expect(await reader.kept(script)).not.toBeNull();
  expect(await reader.kept(wordsOf(letter))).toContain('First words');
});

test('a cached letter is read after five seconds of silence, and any other when it comes', async () => {
  const { site, reader, letter, other } = await begin();
  const { fetch } = site;
  const late = Promise.withResolvers<void>();
  site.fetch = async (path, init) => {
    await late.promise;
    return fetch(path, init);
  };
  vi.useFakeTimers();
  const reading = [reader.get(wordsOf(letter)), reader.get(wordsOf(other))];
  await vi.advanceTimersByTimeAsync(5000);
  expect(await (await reading[0])?.text()).toContain('First words');
  vi.useRealTimers();
  late.resolve();
  expect(await (await reading[1])?.text()).toContain('Another');
});
