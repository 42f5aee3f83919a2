import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestSite } from '#test/site/create-test-site.ts';
import { createResponseCache } from '../cache/response-cache.ts';

/** As many as are made at once. */
const FIRST = Array.from({ length: 16 }, (_, at) => `/letter/${at}`);

const headers = { 'Cache-Control': 'public, no-cache' };
const request = () => new Request('http://localhost/');

/** A cache whose responses are made once `go` is called, with the keys of those that were begun. */
function heldCache() {
  const cache = createResponseCache({ renewed: '/' });
  const held = Promise.withResolvers<void>();
  const begun: string[] = [];
  const ask = (key: string, asked = request()) =>
    cache.respond(asked, key, async () => {
      begun.push(key);
      await held.promise;
      return new Response('x', { headers });
    });
  return { begun, ask, go: held.resolve };
}

test('one response is begun in each turn of the event loop, however many are asked for', async () => {
  const { begun, ask, go } = heldCache();
  go();
  const answers = Array.from({ length: 100 }, (_, at) => ask(`/letter/${at}`));
  for (let before = 0; before < 100; ) {
    expect(begun.length - before).toBeLessThanOrEqual(1);
    before = begun.length;
    await nextTurn();
  }
  await Promise.all(answers);
});

test('as many are made at once as a store that is far away needs, and no more', async () => {
  const { begun, ask } = heldCache();
  for (const key of [...FIRST, 'later']) void ask(key);
  for (const _ of [...FIRST, 'later']) await nextTurn();
  expect(begun).toEqual(FIRST);
});

test('the page that is renewed waits for no other', () => {
  const { begun, ask } = heldCache();
  for (const key of [...FIRST, '/']) void ask(key);
  expect(begun).toEqual([...FIRST.slice(0, 1), '/']);
});

test('nothing is made for those who have gone before it was their turn', async () => {
  const { begun, ask, go } = heldCache();
  for (const key of FIRST) void ask(key);
  const leaving = new AbortController();
  void ask('gone', new Request('http://localhost/', { signal: leaving.signal }));
  const last = ask('last');
  leaving.abort();
  go();
  await last;
  expect(begun).toEqual([...FIRST, 'last']);
});

test('those that take longer than a second do not keep others waiting', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { begun, ask } = heldCache();
  for (const key of FIRST) {
    void ask(key);
    await nextTurn();
  }
  void ask('later');
  await vi.advanceTimersByTimeAsync(999);
  expect(begun).not.toContain('later');
  await vi.advanceTimersByTimeAsync(1);
  await nextTurn();
  expect(begun).toContain('later');
});

test('a few guesses are refused in each turn of the event loop, however many come at once', async () => {
  const site = await createTestSite();
  const guess = () => site.call('POST', '/api/session', { password: 'wrong' });
  for (let allowed = 0; allowed < 10; allowed += 1) await guess();
  // Opens the connections, so that all of the guesses arrive at once.
  await Promise.all(Array.from({ length: 300 }, () => site.fetch('/')));
  let refused = 0;
  const count = () => {
    refused += 1;
  };
  subscribe('http.server.response.finish', count);
  const guesses = Promise.all(Array.from({ length: 300 }, guess));
  let most = 0;
  for (let before = 0; before < 300; ) {
    most = Math.max(most, refused - before);
    before = refused;
    await nextTurn();
  }
  unsubscribe('http.server.response.finish', count);
  await guesses;
  // Some more may end in a turn than are begun in it.
  expect(most).toBeLessThan(20);
});
