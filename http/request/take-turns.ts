/**
 * Few, so that what needs no turn waits for no more; not fewer, because a task may wait for a store that is far away:
 * with a database 40 ms from the site, 4 made half as many pages as without turns, and 16 as many.
 */
const AT_ONCE = 16;
/** Milliseconds after which a task no longer keeps others waiting: a store that hangs is noticed only after seconds. */
const LONGEST_MS = 1000;

/** Runs a task when it is its turn. */
type InTurn = <Result>(task: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/**
 * Runs a few tasks at a time. The event loop turns before the next one begins, so that everything else is done in
 * between, however many wait. A task whose signal is aborted while it waits is forgotten: nobody is there for its
 * result, and its promise never settles.
 */
export function takeTurns(): InTurn {
  const waiting = new Set<() => void>();
  let running = 0;

  function passOn(): void {
    const [begin] = waiting;
    if (begin === undefined) {
      running -= 1;
      return;
    }
    waiting.delete(begin);
    begin();
  }

  return async (task, signal) => {
    if (running < AT_ONCE) running += 1;
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      signal.addEventListener('abort', () => waiting.delete(resolve));
      await promise;
    }
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    void over.then(() => setImmediate(passOn));
    const late = setTimeout(end, LONGEST_MS);
    try {
      return await task();
    } finally {
      clearTimeout(late);
      end();
    }
  };
}
