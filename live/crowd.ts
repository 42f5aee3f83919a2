import { setTimeout as pause, setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Listener, LiveEvent } from './hub.ts';

/** As many listeners are told in one go as takes less than a millisecond; then others may be served. */
const AT_ONCE = 50;
/**
 * Milliseconds between two rounds through a crowd. What changes meanwhile reaches each listener in
 * one piece: with fifty changes a second and a thousand listeners, that is a fifth of the writes.
 */
const REST = 100;

/**
 * Everyone who listens. All are told of everything in the order in which it happened, but a thousand
 * are not told in one breath: a page that somebody asks for meanwhile does not wait for the last one.
 * What is overtaken by then is not told: a letter that was hidden meanwhile is never shown.
 */
interface Crowd {
  /** @returns lets the listener leave, who hears nothing from then on, not even what is under way */
  join(listener: Listener): () => void;
  tell(event: LiveEvent): void;
  /** Ends every listening. What is under way is dropped: whoever comes back is told of it again. */
  end(): void;
}

export function createCrowd(): Crowd {
  /** How many events there had been when a listener was last told, or came. */
  const heard = new Map<Listener, number>();
  /** The last events, which not everyone has heard yet; null where one was overtaken. */
  let untold: (LiveEvent | null)[] = [];
  let count = 0;
  let telling = false;

  function bringUpToDate(listener: Listener): void {
    const missing = count - (heard.get(listener) ?? count);
    heard.set(listener, count);
    const events = untold.slice(untold.length - missing).filter((event) => event !== null);
    if (events.length > 0) listener.tell(events);
  }

  async function tellAll(): Promise<void> {
    telling = true;
    while (untold.length > 0) {
      const before = untold.length;
      const isCrowd = heard.size > AT_ONCE;
      let told = 0;
      for (const listener of heard.keys()) {
        if (isCrowd && told % AT_ONCE === 0) await yieldToOthers();
        bringUpToDate(listener);
        told += 1;
      }
      // Who came meanwhile had nothing to be told, and what came meanwhile is for the next round.
      untold = untold.slice(before);
      if (isCrowd) await pause(REST);
    }
    telling = false;
  }

  return {
    join(listener) {
      heard.set(listener, count);
      return () => heard.delete(listener);
    },

    tell(event) {
      untold = untold.map((earlier) => (earlier && overtakes(event, earlier) ? null : earlier));
      untold.push(event);
      count += 1;
      if (!telling) void tellAll();
    },

    end() {
      const listeners = [...heard.keys()];
      heard.clear();
      for (const listener of listeners) listener.end();
    },
  };
}

/** Whether who hears of an event need not hear of one before it. */
function overtakes(event: LiveEvent, earlier: LiveEvent): boolean {
  if (event.kind === 'reset') return true;
  return earlier.kind !== 'reset' && idOf(event) === idOf(earlier);
}

function idOf(event: Exclude<LiveEvent, { kind: 'reset' }>): string {
  return event.kind === 'shown' ? event.letter.id : event.id;
}
