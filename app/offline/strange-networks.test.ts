import { expect, test, vi } from 'vitest';
import { begin, wordsOf } from '#test/browser/offline-reader.ts';

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
  await reader.contact(null);
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

test('a page of somebody else does not become the home page because it names files of its own', async () => {
  const { site, reader, letter } = await begin();
  const before = await reader.kept('/');
  await reader.forget(wordsOf(letter));
  const page = '<link rel="stylesheet" href="/assets/wifi.css"><h1>Please log in.</h1>';
  site.fetch = async () => new Response(page, logIn());
  await reader.contact();
  await reader.contact(null);
  expect(await reader.kept('/')).toBe(before);
});

test('the address of a script in a letter’s title is not taken for a script that the home page needs', async () => {
  const { reader, change, other } = await begin();
  await change(other, { title: 'On <script src="/assets/main.js"> and /assets/main.js' });
  await reader.contact();
  expect(await reader.kept('/')).toContain('On &lt;script');
});

test('a 404 of somebody else, though it be JSON, evicts no letter', async () => {
  const { site, reader, letter, other, change } = await begin();
  const { fetch } = site;
  await change(other, { title: 'Renamed' });
  site.fetch = async (path, init) =>
    path === wordsOf(letter)
      ? Response.json({ message: 'no route' }, { status: 404 })
      : fetch(path, init);
  expect((await reader.get(wordsOf(letter))).ok).toBe(false);
  await reader.contact();
  expect(await reader.kept(wordsOf(letter))).toContain('First words');
});

test('a file is fetched past the browser’s cache where that has a page of somebody else in its place', async () => {
  const { site, reader } = await begin();
  const { fetch } = site;
  const script = (await reader.kept('/'))?.match(/\/assets\/[\w.-]+\.js/)?.[0] ?? '';
  for (const path of [script, '/']) await reader.forget(path);
  site.fetch = async (path, init) =>
    path === script && init?.cache !== 'reload' ? logIn() : fetch(path, init);
  expect(await (await reader.get(script)).text()).not.toContain('log in');
  await reader.contact();
  expect(await reader.kept(script)).not.toContain('log in');
  site.fetch = async () => logIn();
  expect((await reader.get('/assets/portal.js')).type).toBe('error');
});

test('a page of somebody else that the browser’s cache has in a page’s place is not shown once the site answers', async () => {
  const { site, reader } = await begin();
  const { fetch } = site;
  site.fetch = async (path, init) => (init?.cache === 'no-cache' ? fetch(path, init) : logIn());
  expect(await (await reader.visit('/')).text()).toContain('Another');
  expect(await (await reader.visit('/', logIn())).text()).toContain('Another');
  reader.loseNetwork();
  expect(await (await reader.visit('/', logIn())).text()).toContain('Another');
});

test.each(['the beginning', 'the middle'])(
  'a renewal whose answer stands still for ten seconds in %s holds up neither the next one nor a visit',
  async (where) => {
    const { site, reader, letter, change } = await begin();
    const { fetch } = site;
    await change(letter, { title: 'Renamed' });
    const body = new ReadableStream({ start: (words) => words.enqueue(new Uint8Array(1)) });
    let limit: AbortSignal | null | undefined;
    site.fetch = async (_path, init) => {
      limit = init?.signal;
      const aborted = new Promise<never>((_, fail) => {
        limit?.addEventListener('abort', () => fail(limit?.reason));
      });
      if (where === 'the beginning') return aborted;
      const stuck = new TransformStream({ transform: () => aborted });
      return new Response(body.pipeThrough(stuck), logIn());
    };
    vi.useFakeTimers();
    const renewal = reader.contact();
    await vi.advanceTimersByTimeAsync(10_000);
    await renewal;
    vi.useRealTimers();
    expect(limit?.aborted).toBe(true);
    site.fetch = fetch;
    await reader.contact();
    expect(await reader.kept('/')).toContain('Renamed');
  },
);

test('after five seconds of silence a letter is read from the cache; any other is given up after ten', async () => {
  const { site, reader, letter, other } = await begin();
  // A request that is not given up holds one of a browser's few connections.
  site.fetch = (_path, init) =>
    new Promise((_answer, fail) => init?.signal?.addEventListener('abort', fail));
  vi.useFakeTimers();
  const known = reader.get(wordsOf(letter));
  const unknown = reader.get(wordsOf(other));
  await vi.advanceTimersByTimeAsync(5000);
  expect(await (await known).text()).toContain('First words');
  await vi.advanceTimersByTimeAsync(5000);
  expect((await unknown).type).toBe('error');
  vi.useRealTimers();
});

test('a letter that begins after more than five seconds is read also if the cache fails', async () => {
  const { site, reader, letter } = await begin();
  const late = Promise.withResolvers<Response>();
  const answer = await site.fetch(wordsOf(letter));
  site.fetch = () => late.promise;
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('broken')) });
  vi.useFakeTimers();
  const reading = reader.get(wordsOf(letter));
  await vi.advanceTimersByTimeAsync(6000);
  late.resolve(answer);
  expect(await (await reading).text()).toContain('First words');
  vi.useRealTimers();
});

test('an answer that comes after the letter was read from the cache still says what may be kept', async () => {
  const { site, reader, letter, change } = await begin();
  const { fetch } = site;
  const changes = [{ content: 'Second words' }, { content: 'Second words', hidden: true }];
  for (const words of changes) {
    await change(letter, words);
    const late = Promise.withResolvers<Response>();
    site.fetch = () => late.promise;
    vi.useFakeTimers();
    const reading = reader.get(wordsOf(letter));
    await vi.advanceTimersByTimeAsync(6000);
    expect((await reading).ok).toBe(true);
    vi.useRealTimers();
    late.resolve(await fetch(wordsOf(letter)));
    const kept = await reader.kept(wordsOf(letter));
    if (words.hidden) expect(kept).toBeNull();
    else expect(kept).toContain('Second words');
    site.fetch = fetch;
  }
});

test('an answer from before a letter was hidden is not cached after one that says so', async () => {
  const { site, reader, other, change } = await begin();
  const { fetch } = site;
  const outdated = await fetch(wordsOf(other));
  const late = Promise.withResolvers<Response>();
  site.fetch = () => late.promise;
  const reading = reader.get(wordsOf(other));
  await expect.poll(() => reader.asked).toContain(wordsOf(other));
  site.fetch = fetch;
  await change(other, { hidden: true });
  await reader.contact();
  late.resolve(outdated);
  expect((await reading).ok).toBe(true);
  expect(await reader.kept(wordsOf(other))).toBeNull();
});

test('a letter that was read while the cache was compared with the site is asked for once more, and cached', async () => {
  const { site, reader, letter, other, change } = await begin();
  const { fetch } = site;
  await change(letter, { content: 'Second words' });
  const late = Promise.withResolvers<Response>();
  site.fetch = async (path, init) => (path === wordsOf(other) ? late.promise : fetch(path, init));
  const reading = reader.get(wordsOf(other));
  await expect.poll(() => reader.asked).toContain(wordsOf(other));
  await reader.contact();
  site.fetch = fetch;
  late.resolve(await fetch(wordsOf(other)));
  expect((await reading).ok).toBe(true);
  expect(await reader.kept(wordsOf(other))).toContain('Another');
});

test('nor is one whose words take so long that the letter is hidden meanwhile', async () => {
  const { site, reader, other, change } = await begin();
  const { fetch } = site;
  const { status, headers, body } = await fetch(wordsOf(other));
  const begun = Promise.withResolvers<void>();
  const slow = new TransformStream({
    async flush() {
      await begun.promise;
    },
  });
  site.fetch = async () => new Response(body?.pipeThrough(slow), { status, headers });
  await reader.get(wordsOf(other));
  site.fetch = fetch;
  await change(other, { hidden: true });
  await reader.contact();
  begun.resolve();
  expect(await reader.kept(wordsOf(other))).toBeNull();
});

test('a letter that begins late is cached, however long the rest of it takes', async () => {
  const { site, reader, other } = await begin();
  const answer = await site.fetch(wordsOf(other));
  const begun = Promise.withResolvers<void>();
  let limit: AbortSignal | null | undefined;
  site.fetch = async (_path, init) => {
    limit = init?.signal;
    await begun.promise;
    return answer;
  };
  vi.useFakeTimers();
  const reading = reader.get(wordsOf(other));
  await vi.advanceTimersByTimeAsync(9000);
  begun.resolve();
  await reading;
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(await reader.kept(wordsOf(other))).toContain('Another');
  expect(limit?.aborted).toBe(false);
});
