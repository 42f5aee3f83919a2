import { StoreUnavailable } from '#core/errors.ts';
import type { Log } from '#core/log.ts';

/** Logs errors as text, for a terminal. @param place the store, by a name that tells no secret */
export function proseLog(write: (words: string) => void, place: string): Log {
  return (message, cause) => {
    if (cause === undefined) write(message);
    else if (cause instanceof StoreUnavailable) write(withReason(message, cause, place));
    else write(`${message}\n${traceOf(cause)}`);
  };
}

/**
 * Logs errors as lines of JSON, for log collectors.
 * @param needs.place the store, by a name that tells no secret
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

/** A `StoreUnavailable` is logged by its reason: a stack trace would add nothing. */
function withReason(message: string, cause: StoreUnavailable, place: string): string {
  return `${message} (${place}: ${cause.reason})`;
}

/**
 * The stack traces of an error and its causes. Other properties are left out: database drivers put the
 * values of a failed statement into them.
 */
function traceOf(cause: unknown): string | undefined {
  const traces: string[] = [];
  let error = cause;
  for (; error instanceof Error; error = error.cause) traces.push(error.stack ?? error.message);
  if (error !== undefined) traces.push(String(error));
  return traces.length > 0 ? traces.join('\ncaused by ') : undefined;
}
