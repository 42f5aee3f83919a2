interface Passing {
  /** Called after each item with how many have passed. */
  passed(count: number): void;
  /** Once aborted, the iteration throws its reason. */
  signal: AbortSignal;
}

/** Passes items through, counting them, until the signal is aborted. */
export async function* passing<Item>(
  letters: AsyncIterable<Item>,
  { passed, signal }: Passing,
): AsyncGenerator<Item> {
  let count = 0;
  for await (const letter of letters) {
    signal.throwIfAborted();
    yield letter;
    count += 1;
    passed(count);
  }
}
