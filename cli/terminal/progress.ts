/** The progress of long work: one line on a terminal that is overwritten. */
export interface Progress {
  tell(line: string): void;
  /** Erases the line; to be called before anything else is printed. */
  clear(): void;
}

interface Output {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** The least time between two updates. */
const INTERVAL_MS = 100;
const DEFAULT_COLUMNS = 80;
/** Returns to the first column and erases the line: ECMA-48, EL. */
const ERASE = '\r\u001b[K';

/**
 * Silent unless the output is a terminal, so that logs and pipes get no such lines.
 * @param now milliseconds since 1970
 */
export function progressOn(output: Output, now: () => number): Progress {
  let writtenAt: number | null = null;
  return {
    tell(line) {
      if (!output.isTTY) return;
      if (writtenAt !== null && now() - writtenAt < INTERVAL_MS) return;
      writtenAt = now();
      // A line that wraps could not be erased.
      output.write(ERASE + line.slice(0, (output.columns || DEFAULT_COLUMNS) - 1));
    },
    clear() {
      if (writtenAt !== null) output.write(ERASE);
      writtenAt = null;
    },
  };
}
