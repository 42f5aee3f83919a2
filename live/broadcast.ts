import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { VisibleChange } from '#core/store.ts';

/** What subscribers are told. `seq` numbers the public changes; `reset`: read everything again. */
export type LiveEvent = Exclude<VisibleChange, { kind: 'resync' }> | { kind: 'reset'; seq: number };

export interface Subscriber {
  /**
   * Tells what has happened since the last call, in order, without what was superseded meanwhile. All
   * subscribers are given the same event objects.
   */
  tell(events: LiveEvent[]): void;
  /** Nothing more will be told. */
  end(): void;
}

/** How many subscribers are told in one turn of the event loop: they take less than a millisecond. */
const BATCH = 50;
/**
 * Milliseconds between two rounds, where one round takes several batches. What changes meanwhile
 * reaches each subscriber in one write: with fifty changes a second and a thousand subscribers, that
 * is a fifth of the writes.
 */
const REST_MS = 100;

/**
 * Tells all subscribers of every event, in order. Where they are many, it does so in batches, so that
 * a request which comes meanwhile does not wait for the last of them. An event that a later one
 * supersedes by then is skipped: a letter that was hidden meanwhile is never shown.
 */
interface Broadcast {
  /** @returns unsubscribes: nothing is told from then on, not even what is under way */
  subscribe(subscriber: Subscriber): () => void;
  publish(event: LiveEvent): void;
  /** Ends every subscription. Events still to be told are dropped: a subscriber that returns is told them then. */
  close(): void;
}

export function createBroadcast(): Broadcast {
  /** How many events had been published when a subscriber was last told, or came. */
  const heard = new Map<Subscriber, number>();
  /** The last events, which not everyone has been told of yet; null where one was superseded. */
  let untold: (LiveEvent | null)[] = [];
  let count = 0;
  let telling = false;

  function bringUpToDate(subscriber: Subscriber): void {
    const last = heard.get(subscriber);
    // The subscriber left while its batch waited for its turn.
    if (last === undefined) return;
    heard.set(subscriber, count);
    const events = untold.slice(untold.length - (count - last)).filter((event) => event !== null);
    if (events.length > 0) subscriber.tell(events);
  }

  async function tellAll(): Promise<void> {
    telling = true;
    while (untold.length > 0) {
      const before = untold.length;
      const isBatched = heard.size > BATCH;
      let told = 0;
      for (const subscriber of heard.keys()) {
        if (isBatched && told % BATCH === 0) await nextTurn();
        bringUpToDate(subscriber);
        told += 1;
      }
      // What was published meanwhile is left for the next round.
      untold = untold.slice(before);
      if (isBatched) await sleep(REST_MS);
    }
    telling = false;
  }

  return {
    subscribe(subscriber) {
      heard.set(subscriber, count);
      return () => heard.delete(subscriber);
    },

    publish(event) {
      untold = untold.map((earlier) => (earlier && supersedes(event, earlier) ? null : earlier));
      untold.push(event);
      count += 1;
      if (!telling) void tellAll();
    },

    close() {
      const subscribers = [...heard.keys()];
      heard.clear();
      for (const subscriber of subscribers) subscriber.end();
    },
  };
}

/** Whether an event makes an earlier one superfluous. */
function supersedes(event: LiveEvent, earlier: LiveEvent): boolean {
  if (event.kind === 'reset') return true;
  return earlier.kind !== 'reset' && idOf(event) === idOf(earlier);
}

function idOf(event: Exclude<LiveEvent, { kind: 'reset' }>): string {
  return event.kind === 'shown' ? event.letter.id : event.id;
}
