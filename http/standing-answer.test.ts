import { expect, test, vi } from 'vitest';
import { createTestSite } from '#test/create-test-site.ts';
import { createResponseCache } from './response-cache.ts';
import { keepStanding } from './standing-answer.ts';

const request = new Request('http://localhost/');
const kept = (body: string) =>
  new Response(body, { headers: { 'Cache-Control': 'public, no-cache' } });

/** A cache, and what it asked to be made, to be given when the test wants it. */
function standing() {
  const cache = keepStanding(createResponseCache(), '/');
  const making: PromiseWithResolvers<Response>[] = [];
  const ask = async (key = '/') => {
    const answer = await cache.respond(request, key, () => {
      const made = Promise.withResolvers<Response>();
      making.push(made);
      return made.promise;
    });
    return answer.text();
  };
  /** Gives what is asked for as that many-th, once it is. */
  const give = async (at: number, body: string | Error) => {
    await vi.waitUntil(() => making.length > at, { interval: 1 });
    if (body instanceof Error) making[at]?.reject(body);
    else making[at]?.resolve(kept(body));
  };
  return { cache, making, ask, give };
}

async function kindled() {
  const all = standing();
  const first = all.ask();
  await all.give(0, 'one');
  expect(await first).toBe('one');
  return all;
}

test('the old answer stands until the new one is made, and then no longer', async () => {
  const { cache, making, give, ask } = await kindled();
  const old = cache.peek('/');
  cache.clear();
  expect(cache.peek('/')).toBe(old);
  let fresh = false;
  const waiting = cache.fresh().then(() => {
    fresh = true;
  });
  expect(await ask()).toBe('one');
  expect(fresh).toBe(false);
  await give(1, 'two');
  await waiting;
  expect(cache.peek('/')).not.toBe(old);
  expect(await ask()).toBe('two');
  expect(making).toHaveLength(2);
});

test('the old answer falls when another change comes before the new one is made', async () => {
  const { cache, give, ask } = await kindled();
  cache.clear();
  expect(await ask()).toBe('one');
  cache.clear();
  await cache.fresh();
  const next = ask();
  await give(1, 'three');
  expect(await next).toBe('three');
});

test('an answer that nobody has asked for since the last change falls', async () => {
  const { cache, give, ask } = await kindled();
  cache.clear();
  await give(1, 'two');
  await cache.fresh();
  cache.clear();
  const next = ask();
  await give(2, 'three');
  expect(await next).toBe('three');
});

test('when the new one cannot be made, the old one falls, and who asks hears why', async () => {
  const { cache, give, ask } = await kindled();
  cache.clear();
  await give(1, new Error('no'));
  await cache.fresh();
  const next = ask();
  await give(2, new Error('still not'));
  await expect(next).rejects.toThrow('still not');
});

test('other answers fall at once', async () => {
  const { cache, give, ask } = standing();
  const first = ask('/feed.xml');
  await give(0, 'one');
  await first;
  cache.clear();
  const next = ask('/feed.xml');
  await give(1, 'two');
  expect(await next).toBe('two');
});

test('by the time the owner has an answer, every reader sees the change', async () => {
  const site = await createTestSite();
  for (const title of ['One', 'Two', 'Three']) {
    await (await site.fetch('/')).text();
    const letter = await site.send({ title });
    expect(await (await site.fetch('/')).text()).toContain(title);
    await site.asOwner('PUT', `/api/portal/letters/${letter.id}`, { ...letter, hidden: true });
    expect(await (await site.fetch('/')).text()).not.toContain(title);
  }
});
