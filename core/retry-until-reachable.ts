import { StoreUnavailable } from './errors.ts';

/** Exponential backoff: the pause doubles from the shortest to the longest. */
const SHORTEST_MS = 100;
const LONGEST_MS = 5000;

interface RetryOptions {
  /** From 0 up to 1: jitter, so that instances that lost the store together do not retry together. */
  random?: () => number;
  /** Called after each attempt that failed. */
  onUnreachable?: (error: StoreUnavailable) => void;
}

/**
 * Retries work for as long as it rejects with `StoreUnavailable`. Rejects with whatever else the work
 * rejects with.
 * @param signal ends the attempts; the promise then rejects with its reason
 */
export async function retryUntilReachable<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  { random = Math.random, onUnreachable = () => {} }: RetryOptions = {},
): Promise<Result> {
  for (let pause = SHORTEST_MS; ; pause = Math.min(pause * 2, LONGEST_MS)) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      onUnreachable(error);
    }
    await sleep(pause * (0.5 + random() / 2), signal);
  }
}

/** Resolves after so many milliseconds, or as soon as the signal is aborted. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal.addEventListener('abort', wake);
  });
}
