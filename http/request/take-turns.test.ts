import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createResponseCache } from '../cache/response-cache.ts';

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

test('a few responses are begun in each turn of the event loop, however many are asked for', async () => {
  const { begun, ask, go } = heldCache();
  go();
  const answers = Array.from({ length: 40 }, (_, at) => ask(`/letter/${at}`));
  for (let before = 0; before < 40; ) {
    expect(begun.length - before).toBeLessThanOrEqual(4);
    before = begun.length;
    await nextTurn();
  }
  await Promise.all(answers);
});

test('the page that is renewed waits for no other', () => {
  const { begun, ask } = heldCache();
  for (const key of ['a', 'b', 'c', 'd', 'e', '/']) void ask(key);
  expect(begun).toEqual(['a', 'b', 'c', 'd', '/']);
});

test('nothing is made for those who have gone before it was their turn', async () => {
  const { begun, ask, go } = heldCache();
  for (const key of ['a', 'b', 'c', 'd']) void ask(key);
  const leaving = new AbortController();
  void ask('gone', new Request('http://localhost/', { signal: leaving.signal }));
  const last = ask('last');
  leaving.abort();
  go();
  await last;
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'last']);
});

test('those that take longer than a second do not keep others waiting', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { begun, ask } = heldCache();
  for (const key of ['a', 'b', 'c', 'd', 'e']) void ask(key);
  await vi.advanceTimersByTimeAsync(999);
  expect(begun).not.toContain('e');
  await vi.advanceTimersByTimeAsync(1);
  await nextTurn();
  expect(begun).toContain('e');
  vi.useRealTimers();
});
