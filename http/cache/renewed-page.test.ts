import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestSite } from '#test/site/create-test-site.ts';
import { createResponseCache } from './response-cache.ts';

const KEY = '/';

// How long making a page may take must not depend on how busy the machine is.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A cache of one page that is renewed, which somebody has asked for, and whose makings wait to be let go. */
async function keptPage() {
  const cache = createResponseCache({ renewed: KEY });
  const makings: PromiseWithResolvers<Response>[] = [];
  const begun = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const produce = () => {
    const making = Promise.withResolvers<Response>();
    begun[makings.length]?.resolve();
    makings.push(making);
    return making.promise;
  };
  /** Resolves once a making has begun. `expect.poll` would advance the timers each time it looks in vain. */
  const begins = (which: number) => begun[which]?.promise;
  const request = new Request('http://localhost/', { headers: { 'Accept-Encoding': 'br' } });
  const ask = async () => {
    const answer = await cache.respond(request, KEY, produce);
    return brotliDecompressSync(await answer.bytes())
      .toString()
      .trim();
  };
  const headers = { 'Cache-Control': 'public, no-cache', 'Content-Type': 'text/html' };
  const make = async (which: number, text: string) => {
    await begins(which);
    makings[which]?.resolve(new Response(text.padEnd(2000), { headers }));
  };
  const first = ask();
  await make(0, 'one');
  expect(await first).toBe('one');
  expect(await ask()).toBe('one');
  return { cache, makings, begins, make, ask };
}

describe('a renewed page', () => {
  test('is served in its earlier version until the new one is made and compressed', async () => {
    const { cache, makings, make, ask } = await keptPage();
    let settled = false;
    const renewed = cache.clear()?.then(() => {
      settled = true;
    });
    expect(await ask()).toBe('one');
    await nextTurn();
    expect(settled).toBe(false);
    await make(1, 'two');
    await renewed;
    expect([...(cache.find(KEY)?.bodies ?? [])].map(([name, body]) => [name, 'then' in body]))
      // A promise would mean that it is still being compressed.
      .toEqual([
        ['identity', false],
        ['br', false],
      ]);
    expect(await ask()).toBe('two');
    expect(makings).toHaveLength(2);
  });

  test('is dropped like all others if nobody has requested it', async () => {
    const { cache, makings, make } = await keptPage();
    const renewed = cache.clear();
    await make(1, 'two');
    await renewed;
    expect(cache.clear()).toBeUndefined();
    expect(cache.has(KEY)).toBe(false);
    await nextTurn();
    expect(makings).toHaveLength(2);
  });

  test('is made once more if there is another change meanwhile, for all who wait', async () => {
    const { cache, makings, begins, make, ask } = await keptPage();
    const done: string[] = [];
    const first = cache.clear()?.then(() => done.push('first'));
    await begins(1);
    const second = cache.clear()?.then(() => done.push('second'));
    const third = cache.clear()?.then(() => done.push('third'));
    await make(1, 'two');
    await first;
    expect(await ask()).toBe('two');
    expect(done).toEqual(['first']);
    await make(2, 'three');
    await Promise.all([second, third]);
    expect(await ask()).toBe('three');
    expect(makings).toHaveLength(3);
  });

  test('is dropped if it cannot be made', async () => {
    const { cache, makings, begins, make, ask } = await keptPage();
    const renewed = cache.clear();
    await begins(1);
    makings[1]?.reject(new Error('no'));
    await renewed;
    expect(cache.has(KEY)).toBe(false);
    const next = ask();
    await make(2, 'three');
    expect(await next).toBe('three');
  });

  test('is dropped if making it takes too long, and a late result is not cached', async () => {
    const { cache, makings, begins, make, ask } = await keptPage();
    const renewed = cache.clear();
    await nextTurn();
    await nextTurn();
    vi.advanceTimersByTime(99);
    expect(cache.has(KEY)).toBe(true);
    vi.advanceTimersByTime(1);
    await renewed;
    expect(cache.has(KEY)).toBe(false);
    expect(cache.clear()).toBeUndefined();
    const next = ask();
    await make(2, 'three');
    expect(await next).toBe('three');
    expect(await ask()).toBe('three');
    await make(1, 'two');
    // The next making begins when this one has ended.
    const again = cache.clear();
    await begins(3);
    expect(makings).toHaveLength(4);
    expect(await ask()).toBe('three');
    await make(3, 'four');
    await again;
    expect(await ask()).toBe('four');
  });
});

describe('the home page', () => {
  test('shows what was acknowledged from that moment on, and is ready before anybody requests it', async () => {
    const site = await createTestSite();
    const letter = await site.send({ title: 'Seldom seen' });
    const home = async () => (await site.fetch('/')).text();
    let over = false;
    const readers = Array.from({ length: 4 }, async () => {
      while (!over) await home();
    });
    for (let round = 0; round < 10; round += 1) {
      await site.update(letter, { hidden: true });
      expect(await home()).not.toContain('Seldom seen');
      await site.update(letter);
      expect(await home()).toContain('Seldom seen');
    }
    over = true;
    await Promise.all(readers);
    await home();
    await site.update(letter, { hidden: true });
    const [renders, atOnce] = [site.renders(), site.answeredFast()];
    expect(await home()).not.toContain('Seldom seen');
    expect(site.renders()).toBe(renders);
    expect(site.answeredFast()).toBe(atOnce + 1);
  });
});
