interface Passing {
  /** Told how many have passed, after each. */
  passed(count: number): void;
  /** Ends the stream with its reason once it is aborted. */
  signal: AbortSignal;
}

/** Hands letters on as they come. */
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
