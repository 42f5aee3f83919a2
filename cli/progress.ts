/** How far long work has come: one line on a terminal that is written again and again. */
export interface Progress {
  tell(line: string): void;
  /** Takes the line away, before anything else is said. */
  clear(): void;
}

interface Output {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** How often the line is written at most, in milliseconds. */
const INTERVAL = 100;
const DEFAULT_COLUMNS = 80;
/** Back to the first column, and all behind it erased: ECMA-48, EL. */
const ERASE = '\r\u001b[K';

/**
 * Stays silent where the output is no terminal, so that a log or a pipe holds no such lines.
 * @param now milliseconds since 1970
 */
export function progressOn(output: Output, now: () => number): Progress {
  let writtenAt: number | null = null;
  return {
    tell(line) {
      if (!output.isTTY) return;
      if (writtenAt !== null && now() - writtenAt < INTERVAL) return;
      writtenAt = now();
      // A line that wraps could not be taken away.
      output.write(ERASE + line.slice(0, (output.columns || DEFAULT_COLUMNS) - 1));
    },
    clear() {
      if (writtenAt !== null) output.write(ERASE);
      writtenAt = null;
    },
  };
}
