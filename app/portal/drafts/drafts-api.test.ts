import { expect, onTestFinished, test, vi } from 'vitest';
import { ANNA, ONE, words } from '#test/clients/saved-drafts.ts';
import { readLetter } from '../letters-api.ts';
import { keepDraft, listDrafts } from './drafts-api.ts';

/** For how many seconds an answer that never comes is waited for; a second that has begun counts. */
async function secondsWaited(ask: () => Promise<unknown>): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
    const answer = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => answer.reject(signal.reason));
    return answer.promise;
  });
  onTestFinished(() => void vi.useRealTimers());
  let waits = true;
  ask().catch(() => {
    waits = false;
  });
  let seconds = 0;
  for (; waits && seconds < 100; seconds += 1) await vi.advanceTimersByTimeAsync(1000);
  return seconds;
}

const keep = (content: string) =>
  keepDraft({ id: ONE, version: null }, words('A', { content }), { writer: ANNA, turn: 1 });

test.each([
  ['a short draft is soon saved again', () => keep('Words'), 15],
  // 150 kB
  ['a long one has the time that it takes on a slow line', () => keep('雨'.repeat(50_000)), 31],
  ['the longest has as much as a letter that is sent', () => keep('雨'.repeat(200_000)), 60],
  ['so have all drafts, which may be long', () => listDrafts(), 60],
  ['and so has a letter', () => readLetter('a'.repeat(22)), 60],
])('where no answer comes, %s', async (_what, ask, seconds) => {
  expect(await secondsWaited(ask)).toBe(seconds);
});
