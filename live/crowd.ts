import { setTimeout as pause, setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Listener, LiveEvent } from './hub.ts';

/** As many listeners are told in one go as takes less than a millisecond; then others may be served. */
const AT_ONCE = 50;
/**
 * Milliseconds between two rounds through a crowd. What changes meanwhile reaches each listener in
 * one piece: with fifty changes a second and a thousand listeners, that is a third of the work.
 */
const REST = 50;

/**
 * Everyone who listens. All are told of everything in the order in which it happened, but a thousand
 * are not told in one breath: a page that somebody asks for meanwhile does not wait for the last one.
 */
export interface Crowd {
  /** @returns lets the listener leave, who hears nothing from then on, not even what is under way */
  join(listener: Listener): () => void;
  /** @param ready until when nobody is told; must not reject */
  tell(event: LiveEvent, ready?: Promise<unknown>): void;
  /** Ends every listening. What is under way is dropped: whoever comes back is told of it again. */
  end(): void;
}

export function createCrowd(): Crowd {
  /** How many events there had been when a listener was last told, or came. */
  const heard = new Map<Listener, number>();
  /** The last events, which not everyone has heard yet. */
  let untold: LiveEvent[] = [];
  let count = 0;
  let telling = false;
  let waitFor: Promise<unknown> | null = null;

  /** @param ready how many events there had been when a round began. @param events the last of them */
  function bringUpToDate(listener: Listener, ready: number, events: LiveEvent[]): void {
    const missing = ready - (heard.get(listener) ?? ready);
    if (missing <= 0) return;
    heard.set(listener, ready);
    for (const event of events.slice(-missing)) listener.tell(event);
  }

  async function tellAll(): Promise<void> {
    telling = true;
    while (untold.length > 0) {
      while (waitFor) {
        const awaited = waitFor;
        await awaited;
        if (waitFor === awaited) waitFor = null;
      }
      const [ready, events] = [count, untold];
      untold = [];
      const isCrowd = heard.size > AT_ONCE;
      let told = 0;
      for (const listener of heard.keys()) {
        if (isCrowd && told % AT_ONCE === 0) await yieldToOthers();
        bringUpToDate(listener, ready, events);
        told += 1;
      }
      if (isCrowd) await pause(REST);
    }
    telling = false;
  }

  return {
    join(listener) {
      heard.set(listener, count);
      return () => heard.delete(listener);
    },

    tell(event, ready) {
      untold.push(event);
      count += 1;
      if (ready) waitFor = ready;
      if (!telling) void tellAll();
    },

    end() {
      const listeners = [...heard.keys()];
      heard.clear();
      for (const listener of listeners) listener.end();
    },
  };
}
