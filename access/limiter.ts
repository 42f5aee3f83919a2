/** Lets at most `most` tasks run at a time; the others wait their turn in order. */
export function createLimiter(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function limited<Result>(task: () => Promise<Result>): Promise<Result> {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The place is handed on, not given up and taken again: nobody can slip in between.
      if (next) next();
      else running -= 1;
    }
  };
}
