import { StoreUnavailable } from '#core/errors.ts';
import type { Log } from '#core/log.ts';

const SILENCE_MS = 60_000;
/** Beyond this many different messages, the oldest may be logged again sooner. */
const MAX_REMEMBERED = 100;

/**
 * A log that repeats a message at most once a minute: while the store is away, every request fails for
 * the same reason. A message without a cause, which says that a trouble is over, comes after each trouble that was
 * written.
 * @param now milliseconds of a monotonic clock: one that is set back an hour would silence it that long
 */
export function deduplicatedLog(log: Log, now: () => number): Log {
  const said = new Map<string, { at: number; silenced: number; isOver: boolean }>();
  return (message, cause) => {
    const key = wordsOf(message, cause);
    const earlier = said.get(key);
    if (earlier && now() - earlier.at < SILENCE_MS) {
      earlier.silenced += 1;
      return;
    }
    const isOver = cause === undefined;
    // The last word must not be of a trouble that is over.
    for (const [other, before] of said) if (before.isOver && !isOver) said.delete(other);
    said.set(key, { at: now(), silenced: 0, isOver });
    for (const oldest of said.keys()) {
      if (said.size <= MAX_REMEMBERED) break;
      said.delete(oldest);
    }
    const again = earlier?.silenced ? ` (and ${earlier.silenced} times before this)` : '';
    log(message + again, cause);
  };
}

/**
 * What makes two messages the same: the messages of the error and of its causes. Where the store is
 * unavailable, the reason alone: everything fails for it then, each in its own words.
 */
function wordsOf(message: string, cause: unknown): string {
  if (cause instanceof StoreUnavailable) return cause.reason;
  const causes: string[] = [message];
  for (let error = cause; error instanceof Error; error = error.cause) {
    causes.push(`${error.name} ${error.message}`);
  }
  return causes.join('\n');
}
