import { getEventListeners } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from './errors.ts';
import { retryUntilReachable } from './retry-until-reachable.ts';

const { signal } = new AbortController();
const random = () => 0;

test('retries until the store can be reached', async () => {
  let attempts = 0;
  const work = async () => {
    attempts += 1;
    if (attempts < 3) throw new StoreUnavailable(new Error('away'));
    return 'done';
  };
  expect(await retryUntilReachable(work, signal, { random })).toBe('done');
  expect(attempts).toBe(3);
});

test('does not retry what failed for another reason', async () => {
  const work = vi.fn(async () => {
    throw new Error('ours');
  });
  await expect(retryUntilReachable(work, signal, { random })).rejects.toThrow('ours');
  expect(work).toHaveBeenCalledOnce();
});

test('doubles the pause each time, up to five seconds', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  const began = Date.now();
  const tried: number[] = [];
  const trying = retryUntilReachable(
    async () => {
      tried.push(Date.now() - began);
      throw new StoreUnavailable(new Error('away'));
    },
    stop.signal,
    { random: () => 0.5 },
  );
  trying.catch(() => {});
  await vi.advanceTimersByTimeAsync(11_000);
  const rests = tried.map((at, nth) => at - (tried[nth - 1] ?? 0));
  // Three quarters of each pause, since chance is in the middle here.
  expect(rests).toEqual([0, 75, 150, 300, 600, 1200, 2400, 3750]);
  stop.abort();
});

test('leaves nothing on the signal, however often it retries', async () => {
  const { signal } = new AbortController();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let attempts = 0;
  const trying = retryUntilReachable(
    async () => {
      attempts += 1;
      if (attempts < 4) throw new StoreUnavailable(new Error('away'));
    },
    signal,
    { random },
  );
  await vi.advanceTimersByTimeAsync(1000);
  await trying;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('stops when it is aborted during a pause', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  const work = vi.fn(async () => {
    throw new StoreUnavailable(new Error('away'));
  });
  const ended = vi.fn();
  retryUntilReachable(work, stop.signal, { random }).catch(ended);
  await vi.advanceTimersByTimeAsync(0);
  stop.abort(new Error('stopped'));
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledExactlyOnceWith(new Error('stopped'));
  expect(work).toHaveBeenCalledOnce();
  // Otherwise a process that has nothing else to do would still wait for the next attempt.
  expect(vi.getTimerCount()).toBe(0);
});

test('stops when it is aborted during an attempt', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  const trying = retryUntilReachable(
    async () => {
      stop.abort(new Error('stopped'));
      throw new StoreUnavailable(new Error('away'));
    },
    stop.signal,
    { random },
  );
  // No time passes here, so it must not pause.
  await expect(trying).rejects.toThrow('stopped');
});
