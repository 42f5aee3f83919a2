import { StoreUnavailable } from '#core/errors.ts';
import type { Log } from '../site-env.ts';

/** Complains in words for a person at a terminal. @param place where the letters are kept */
export function proseLog(write: (words: string) => void, place: string): Log {
  return (message, cause) => {
    if (cause === undefined) write(message);
    else if (cause instanceof StoreUnavailable) write(withReason(message, cause, place));
    else write(`${message}\n${traceOf(cause)}`);
  };
}

/**
 * Complains in one line of JSON each, for whatever gathers logs.
 * @param needs.place where the letters are kept
 * @param needs.now milliseconds since 1970
 */
export function jsonLog(
  write: (line: string) => void,
  { place, now }: { place: string; now: () => number },
): Log {
  return (message, cause) => {
    const complaint = { time: new Date(now()).toISOString(), level: 'error' };
    if (cause instanceof StoreUnavailable) {
      write(JSON.stringify({ ...complaint, message: withReason(message, cause, place) }));
    } else {
      write(JSON.stringify({ ...complaint, message, cause: traceOf(cause) }));
    }
  };
}

/** Where a store that is away was missed tells nobody anything: why it is away is one line. */
function withReason(message: string, cause: StoreUnavailable, place: string): string {
  return `${message} (${place}: ${cause.reason})`;
}

/**
 * Where an error was made, and those that caused it. What else an error carries is left out: the
 * drivers of databases put into it what was to be kept.
 */
function traceOf(cause: unknown): string | undefined {
  const traces: string[] = [];
  let error = cause;
  for (; error instanceof Error; error = error.cause) traces.push(error.stack ?? error.message);
  if (error !== undefined) traces.push(String(error));
  return traces.length > 0 ? traces.join('\ncaused by ') : undefined;
}
