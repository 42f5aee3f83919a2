import type { Letter } from '#core/letter.ts';

interface Passing {
  /** Called after each letter with how many have passed. */
  passed(count: number): void;
  /** Once aborted, the iteration throws its reason. */
  signal: AbortSignal;
  /** Called at the end if there was no letter. */
  none?: () => Promise<void>;
}

/** Passes letters through, counting them, until the signal is aborted. */
export async function* passing(
  letters: AsyncIterable<Letter>,
  { passed, signal, none }: Passing,
): AsyncGenerator<Letter> {
  let count = 0;
  for await (const letter of letters) {
    signal.throwIfAborted();
    yield letter;
    count += 1;
    passed(count);
  }
  if (count === 0) await none?.();
}
