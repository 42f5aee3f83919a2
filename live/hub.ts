import { StoreUnavailable } from '#core/errors.ts';
import { retryUntilReachable } from '#core/retry-until-reachable.ts';
import type { Letters, VisibleChange, Watch } from '#core/store.ts';
import { createCrowd } from './crowd.ts';

type Shown = Extract<VisibleChange, { kind: 'shown' }>;

/** What readers are told. `seq` is the number of the public change; `reset`: read everything again. */
export type LiveEvent = Exclude<VisibleChange, { kind: 'resync' }> | { kind: 'reset'; seq: number };

export interface Listener {
  /**
   * What has happened since the last time, in its order and without what was overtaken meanwhile.
   * The same event objects are handed to every listener.
   */
  tell(events: LiveEvent[]): void;
  /** The hub has closed; nothing more will be told. */
  end(): void;
}

/** Turns the store's changes into what readers see. */
export interface Hub {
  /** The number of the last public change. */
  readonly seq: number;
  /**
   * Tells a listener first what it missed since `afterSeq`, or `reset` when that is no longer
   * known, and then every event as it happens. With null it begins now.
   * @returns ends the subscription
   */
  subscribe(afterSeq: number | null, listener: Listener): () => void;
  /**
   * Calls back at every public change, before any listener is told. They are told once what it
   * returns is done.
   */
  onChange(callback: (event: LiveEvent) => Promise<void> | undefined): void;
  /** Settles when all that has changed so far can be seen, and is being told. */
  seen(): Promise<void>;
  /** Ends every subscription and the watch. */
  close(): void;
}

/**
 * When the store cannot be watched yet, the hub goes on trying, and says `reset` once it can: pages
 * may have been made meanwhile.
 * @param remembered how many events can be told again to a listener that comes back
 */
export async function createHub(letters: Letters, remembered = 1000): Promise<Hub> {
  const crowd = createCrowd();
  const callbacks: ((event: LiveEvent) => Promise<void> | undefined)[] = [];
  let recent: Shown[] = [];
  let seq: number | null = null;
  /** The last change that listeners may know of. */
  let announced: number | null = null;
  /** Settles when they may know of all. */
  let announcing: Promise<void> | undefined;
  let watch: Watch | undefined;
  const closing = new AbortController();

  function take(change: VisibleChange): void {
    // A number that was skipped is a change that was missed.
    const unbroken = change.kind !== 'resync' && (seq === null || change.seq === seq + 1);
    const event = unbroken ? change : reset(change.seq);
    seq = change.seq;
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
    // A withdrawal is not told again, nor anything before it: a stranger who asks from the beginning
    // must not learn what used to be there.
    recent = event.kind === 'shown' ? [...recent, event].slice(-remembered) : [];
    announced = event.seq;
    crowd.tell(event);
  }

  async function begin(): Promise<void> {
    const begun = await letters.watchVisible(take);
    if (closing.signal.aborted) begun.close();
    else watch = begun;
    seq ??= begun.seq;
    announced ??= begun.seq;
  }

  /** What is made before the watch begins may be out of date by then, whatever its number. */
  async function beginLate(): Promise<void> {
    await retryUntilReachable(begin, { random: Math.random, signal: closing.signal });
    take({ kind: 'resync', seq: seq ?? 0 });
  }

  await begin().catch((error) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    void beginLate().catch((reason) => {
      if (!closing.signal.aborted) throw reason;
    });
  });
  const current = () => seq ?? 0;

  function listen(after: number, listener: Listener): () => void {
    // Whoever comes while the site is stopping would otherwise listen to nothing until it is gone.
    if (closing.signal.aborted) {
      listener.end();
      return () => {};
    }
    const last = announced ?? 0;
    if (after !== last) {
      const missed = recent.filter((event) => event.seq > after);
      const known = missed.length === last - after;
      listener.tell(known ? latest(missed) : [reset(last)]);
    }
    return crowd.join(listener);
  }

  return {
    get seq() {
      return current();
    },

    subscribe(afterSeq, listener) {
      const after = afterSeq ?? current();
      if (announcing === undefined) return listen(after, listener);
      // Whoever is told of what cannot be seen yet might look, and keep what was there before.
      let leave: (() => void) | undefined;
      let gone = false;
      void announcing.then(() => {
        if (!gone) leave = listen(after, listener);
      });
      return () => {
        gone = true;
        leave?.();
      };
    },

    onChange(callback) {
      callbacks.push(callback);
    },

    seen: () => announcing ?? Promise.resolve(),

    close() {
      closing.abort();
      watch?.close();
      crowd.end();
    },
  };
}

const reset = (seq: number): LiveEvent => ({ kind: 'reset', seq });

/** Of each letter only what it is now, in the order of the numbers. */
function latest(events: Shown[]): Shown[] {
  const last = new Map(events.map((event) => [event.letter.id, event]));
  return events.filter((event) => last.get(event.letter.id) === event);
}
