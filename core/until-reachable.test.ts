import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from './errors.ts';
import { untilReachable } from './until-reachable.ts';

const { signal } = new AbortController();
const random = () => 0;

test('tries again until the store can be reached', async () => {
  let attempts = 0;
  const work = async () => {
    attempts += 1;
    if (attempts < 3) throw new StoreUnavailable(new Error('away'));
    return 'done';
  };
  expect(await untilReachable(work, { signal, random })).toBe('done');
  expect(attempts).toBe(3);
});

test('does not try again what failed for another reason', async () => {
  const work = vi.fn(async () => {
    throw new Error('ours');
  });
  await expect(untilReachable(work, { signal, random })).rejects.toThrow('ours');
  expect(work).toHaveBeenCalledOnce();
});

test('ends when it is told to, also while it rests', async () => {
  const stop = new AbortController();
  let attempts = 0;
  const trying = untilReachable(
    async () => {
      attempts += 1;
      throw new StoreUnavailable(new Error('away'));
    },
    { signal: stop.signal, random },
  );
  stop.abort(new Error('stopped'));
  await expect(trying).rejects.toThrow('stopped');
  expect(attempts).toBe(1);
});

test('ends when it is told to, also while it works', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  const trying = untilReachable(
    async () => {
      stop.abort(new Error('stopped'));
      throw new StoreUnavailable(new Error('away'));
    },
    { signal: stop.signal, random },
  );
  // No time passes here, so it must not rest.
  await expect(trying).rejects.toThrow('stopped');
});
