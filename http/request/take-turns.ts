/**
 * Not fewer, because a task may wait for a store that is far away: with a database 40 ms from the site, 4 made half
 * as many pages as without turns, and 16 as many.
 */
const AT_ONCE = 16;
/** Milliseconds after which a task no longer keeps others waiting: a store that hangs is noticed only after seconds. */
const LONGEST_MS = 1000;

/** Runs a task when it is its turn. */
type InTurn = <Result>(task: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/**
 * Runs a few tasks at a time, and begins one in each turn of the event loop, so that everything else is done in
 * between, however many wait: Node also accepts only one connection in each. A task whose signal is aborted while it
 * waits is forgotten: nobody is there for its result, and its promise never settles.
 */
export function takeTurns(): InTurn {
  const waiting = new Set<() => void>();
  let running = 0;
  /** Begins the next task; undefined when one that comes now need not wait. */
  let next: NodeJS.Immediate | undefined;

  function beginNext(): void {
    next = undefined;
    const [begin] = waiting;
    if (begin === undefined || running === AT_ONCE) return;
    waiting.delete(begin);
    noteBegun();
    begin();
  }

  function noteBegun(): void {
    running += 1;
    next = setImmediate(beginNext);
  }

  return async (task, signal) => {
    if (next === undefined && running < AT_ONCE) noteBegun();
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      signal.addEventListener('abort', () => waiting.delete(resolve));
      await promise;
    }
    // Frees its place once: when it ends, or when it is late.
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    void over.then(() => {
      running -= 1;
      next ??= setImmediate(beginNext);
    });
    const late = setTimeout(end, LONGEST_MS);
    try {
      return await task();
    } finally {
      clearTimeout(late);
      end();
    }
  };
}
