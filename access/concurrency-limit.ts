/** Runs at most `most` tasks at a time; the others wait in a queue. */
export function createConcurrencyLimit(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function limited<Result>(task: () => Promise<Result>): Promise<Result> {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The slot is handed over, not released and taken again, so that nobody can jump the queue.
      if (next) next();
      else running -= 1;
    }
  };
}
