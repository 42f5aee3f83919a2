import { StoreUnavailable } from '#core/errors.ts';
import type { Log } from '../site-env.ts';

/** Milliseconds. */
const SILENCE = 60_000;
/** Beyond this many different ones, the oldest may be said again sooner. */
const MOST_REMEMBERED = 100;

/**
 * A log that says the same thing at most once a minute: while the store is away, every request
 * fails for the same reason, and one line tells as much as a thousand.
 * @param now milliseconds of a clock that nobody sets: set back an hour, it would keep silent for that long
 */
export function sparingLog(log: Log, now: () => number): Log {
  const said = new Map<string, { at: number; silenced: number }>();
  return (message, cause) => {
    const key = wordsOf(message, cause);
    const earlier = said.get(key);
    if (earlier && now() - earlier.at < SILENCE) {
      earlier.silenced += 1;
      return;
    }
    said.delete(key);
    said.set(key, { at: now(), silenced: 0 });
    for (const oldest of said.keys()) {
      if (said.size <= MOST_REMEMBERED) break;
      said.delete(oldest);
    }
    const again = earlier?.silenced ? ` (and ${earlier.silenced} times before this)` : '';
    log(message + again, cause);
  };
}

/**
 * What an error says, and those that caused it. While the store is away everything fails, and why
 * is all that tells one failure from another.
 */
function wordsOf(message: string, cause: unknown): string {
  if (cause instanceof StoreUnavailable) return cause.reason;
  const causes: string[] = [message];
  for (let error = cause; error instanceof Error; error = error.cause) {
    causes.push(`${error.name} ${error.message}`);
  }
  return causes.join('\n');
}
