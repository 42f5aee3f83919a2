import { StoreUnavailable } from './errors.ts';

/** Milliseconds between two attempts: the pause doubles from the first to the last. */
const SHORTEST = 100;
const LONGEST = 5000;

export interface Persistence {
  /** Ends the attempts; the promise then rejects with its reason. */
  signal: AbortSignal;
  /** From 0 up to 1: spreads out those who lost the same store at the same moment. */
  random: () => number;
}

/**
 * Does work that needs the store, again and again for as long as the store cannot be reached.
 * Rejects with whatever else the work rejects with.
 */
export async function untilReachable<Result>(
  work: () => Promise<Result>,
  { signal, random }: Persistence,
): Promise<Result> {
  for (let pause = SHORTEST; ; pause = Math.min(pause * 2, LONGEST)) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
    await rest(pause * (0.5 + random() / 2), signal);
  }
}

/** Resolves after a time in milliseconds, or at once when the signal says so. */
function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
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
