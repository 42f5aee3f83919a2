import { StoreUnavailable } from '#core/errors.ts';
import { retryUntilReachable } from '#core/retry-until-reachable.ts';
import type { Letters, VisibleChange, Watch } from '#core/store.ts';
import { createBroadcast, type LiveEvent, type Subscriber } from './broadcast.ts';

type Shown = Extract<VisibleChange, { kind: 'shown' }>;

/** Publishes the store's visible changes to subscribers, and replays those that a returning one missed. */
export interface Hub {
  /** The number of the last public change. */
  readonly seq: number;
  /**
   * Tells a subscriber first what it missed since `afterSeq`, or `reset` when that is no longer
   * known, and then every event as it happens. With null it begins now.
   * @returns ends the subscription
   */
  subscribe(afterSeq: number | null, subscriber: Subscriber): () => void;
  /**
   * Calls back at every public change. Subscribers are told of it once the promise that the callback
   * returns has resolved; it must not reject.
   */
  onChange(callback: (event: LiveEvent) => Promise<void> | undefined): void;
  /** Resolves when every change so far has been handed to the subscribers. */
  published(): Promise<void>;
  /** Ends every subscription, and those that are still to come, while changes are still watched. */
  end(): void;
  /** Ends every subscription and the watch. */
  close(): void;
}

/**
 * While the store cannot be watched yet, the hub retries, and publishes a `reset` once it can, because pages
 * may have been cached meanwhile.
 * @param remembered how many events are kept to be replayed
 */
export async function createHub(
  letters: Pick<Letters, 'watchVisible'>,
  remembered = 1000,
): Promise<Hub> {
  const broadcast = createBroadcast();
  const callbacks: ((event: LiveEvent) => Promise<void> | undefined)[] = [];
  let recent: Shown[] = [];
  /** The number of the last change; 0 until it is known. */
  let seq = 0;
  let isKnown = false;
  /** The number of the last change that subscribers may know of. */
  let announced = 0;
  /** Resolves when subscribers may know of every change so far; undefined when they may already. */
  let announcing: Promise<void> | undefined;
  let watch: Watch | undefined;
  const closing = new AbortController();
  let ended = false;

  function end(): void {
    ended = true;
    broadcast.close();
  }

  function take(change: VisibleChange): void {
    // A gap in the numbers means that a change was missed.
    const unbroken = change.kind !== 'resync' && (!isKnown || change.seq === seq + 1);
    const event = unbroken ? change : reset(change.seq);
    seq = change.seq;
    isKnown = true;
    const work = callbacks.map((callback) => callback(event)).filter((done) => done !== undefined);
    if (work.length === 0 && announcing === undefined) {
      announce(event);
      return;
    }
    const done = Promise.all([announcing, ...work]).then(() => {
      announce(event);
      if (announcing === done) announcing = undefined;
    });
    announcing = done;
  }

  function announce(event: LiveEvent): void {
    // A withdrawal is never replayed, nor anything before it: a stranger who asks from the beginning
    // must not learn what used to be there.
    recent = event.kind === 'shown' ? [...recent, event].slice(-remembered) : [];
    announced = event.seq;
    broadcast.publish(event);
  }

  async function begin(): Promise<void> {
    const begun = await letters.watchVisible(take);
    if (closing.signal.aborted) begun.close();
    else watch = begun;
    // Unless a change has come meanwhile.
    if (!isKnown) seq = announced = begun.seq;
    isKnown = true;
  }

  /** Retries the watch, and then takes a `resync`, because pages that were cached meanwhile may be stale. */
  async function beginLate(): Promise<void> {
    await retryUntilReachable(begin, closing.signal);
    take({ kind: 'resync', seq });
  }

  await begin().catch((error) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    void beginLate().catch((reason) => {
      if (!closing.signal.aborted) throw reason;
    });
  });

  function listen(after: number, subscriber: Subscriber): () => void {
    // The site stops: a subscriber that comes now has to go to another instance, or come back.
    if (ended) {
      subscriber.end();
      return () => {};
    }
    if (after !== announced) {
      const missed = recent.filter((event) => event.seq > after);
      const known = missed.length === announced - after;
      subscriber.tell(known ? latest(missed) : [reset(announced)]);
    }
    return broadcast.subscribe(subscriber);
  }

  return {
    get seq() {
      return seq;
    },

    subscribe(afterSeq, subscriber) {
      const after = afterSeq ?? seq;
      if (announcing === undefined) return listen(after, subscriber);
      // Not until the cache has the change: a subscriber told sooner would read the old page, and keep it.
      let leave: (() => void) | undefined;
      let gone = false;
      void announcing.then(() => {
        if (!gone) leave = listen(after, subscriber);
      });
      return () => {
        gone = true;
        leave?.();
      };
    },

    onChange(callback) {
      callbacks.push(callback);
    },

    published: () => announcing ?? Promise.resolve(),

    end,

    close() {
      closing.abort();
      watch?.close();
      end();
    },
  };
}

const reset = (seq: number): LiveEvent => ({ kind: 'reset', seq });

/** Only the last event of each letter, in order. */
function latest(events: Shown[]): Shown[] {
  const last = new Map(events.map((event) => [event.letter.id, event]));
  return events.filter((event) => last.get(event.letter.id) === event);
}
