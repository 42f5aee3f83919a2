import type { LetterSummary } from '#core/letter.ts';
import type { Letters, VisibleChange } from '#core/store.ts';

type Shown = Extract<VisibleChange, { kind: 'shown' }>;

/** What readers are told. `seq` is the number of the public change; `reset`: read everything again. */
export type LiveEvent =
  | { kind: 'shown'; seq: number; letter: LetterSummary }
  | { kind: 'withdrawn'; seq: number; id: string }
  | { kind: 'reset'; seq: number };

export interface Listener {
  /** The same event object is handed to every listener. */
  tell(event: LiveEvent): void;
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
  /** Calls back at every public change, before any listener is told. */
  onChange(callback: () => void): void;
  /** Ends every subscription and the watch. */
  close(): void;
}

/** @param remembered how many events can be told again to a listener that comes back */
export async function createHub(letters: Letters, remembered = 1000): Promise<Hub> {
  const listeners = new Set<Listener>();
  const callbacks: (() => void)[] = [];
  let recent: Shown[] = [];
  let seq: number | null = null;
  let closed = false;

  function take(change: VisibleChange): void {
    // A number that was skipped is a change that was missed.
    const unbroken = change.kind !== 'resync' && (seq === null || change.seq === seq + 1);
    const event = unbroken ? change : reset(change.seq);
    seq = change.seq;
    // A withdrawal is not told again, nor anything before it: a stranger who asks from the beginning
    // must not learn what used to be there.
    recent = unbroken && event.kind === 'shown' ? [...recent, event].slice(-remembered) : [];
    for (const callback of callbacks) callback();
    for (const listener of listeners) listener.tell(event);
  }

  const watch = await letters.watchVisible(take);
  seq ??= watch.seq;
  const current = () => seq ?? watch.seq;

  return {
    get seq() {
      return current();
    },

    subscribe(afterSeq, listener) {
      // Whoever comes while the site is stopping would otherwise listen to nothing until it is gone.
      if (closed) {
        listener.end();
        return () => {};
      }
      if (afterSeq !== null && afterSeq !== current()) {
        const missed = recent.filter((event) => event.seq > afterSeq);
        const known = missed.length === current() - afterSeq;
        for (const event of known ? latest(missed) : [reset(current())]) {
          listener.tell(event);
        }
      }
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    onChange(callback) {
      callbacks.push(callback);
    },

    close() {
      closed = true;
      watch.close();
      for (const listener of listeners) listener.end();
      listeners.clear();
    },
  };
}

const reset = (seq: number): LiveEvent => ({ kind: 'reset', seq });

/** Of each letter only what it is now, in the order of the numbers. */
function latest(events: Shown[]): Shown[] {
  const last = new Map(events.map((event) => [event.letter.id, event]));
  return events.filter((event) => last.get(event.letter.id) === event);
}
