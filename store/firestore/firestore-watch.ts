import type { QuerySnapshot } from '@google-cloud/firestore';
import { StoreUnavailable } from '#core/errors.ts';
import { retryUntilReachable } from '#core/retry-until-reachable.ts';
import { createSerialQueue } from '#core/serial-queue.ts';
import type { VisibleChange, Watch } from '#core/store.ts';
import { createChangeEmitter, type Listener } from '../change-emitter.ts';
import { changesToTell, MAX_PENDING, type OutboxRow } from '../outbox.ts';
import type { ChangeEntries, Entry, Head } from './change-entries.ts';
import type { Connection } from './connection.ts';
import type { ForeignWrites } from './foreign-writes.ts';
import { readSummaries } from './letter-reads.ts';
import { type Listening, listenTo } from './listen-to.ts';

/** How often the log is polled, in case a listener has fallen silent. */
const LOOK_INTERVAL_MS = 30_000;

/** Tells listeners of the changes that writes leave in the collection `changes`. */
export interface ChangeWatch {
  watch(listener: Listener): Promise<Watch>;
  /** Tells listeners of all changes up to an entry of our own, even if it cannot be read. */
  committed(entry: Entry): Promise<void>;
  close(): void;
}

/** @param others runs while there are listeners */
export function watchChanges(
  connection: Connection,
  entries: ChangeEntries,
  others: ForeignWrites,
  listening: Listening,
): ChangeWatch {
  const emitter = createChangeEmitter();
  let seen: Pick<Head, 'number' | 'seq'> = { number: 0, seq: 0 };
  let ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let recovering = false;
  let unsubscribe = () => {};

  // One read at a time, so that nothing is emitted twice or out of order.
  const enqueue = createSerialQueue();

  async function pending(): Promise<VisibleChange[]> {
    const found = await entries.after(seen.number);
    const last = found.at(-1);
    if (!last) return [];
    const whole = found.length <= MAX_PENDING && last.number - seen.number === found.length;
    if (!whole || found.some(({ kind }) => kind === 'resync')) return startOver();
    const changes = changesToTell(await rowsOf(found), seen.seq, last.seq);
    seen = last;
    return changes;
  }

  async function startOver(): Promise<VisibleChange[]> {
    seen = await entries.head();
    return [{ kind: 'resync', seq: seen.seq }];
  }

  async function rowsOf(found: Entry[]): Promise<OutboxRow[]> {
    const told = found.filter((entry) => entry.letterId !== null);
    const shown = told.filter(({ kind }) => kind === 'shown');
    const letters = await readSummaries(
      connection,
      shown.map(({ letterId }) => letterId as string),
    );
    return told.map(({ seq, kind, letterId }) => ({
      seq,
      kind: kind as OutboxRow['kind'],
      letterId: letterId as string,
      letter: letters.get(letterId as string) ?? null,
    }));
  }

  const tellNews = () =>
    enqueue(async () => {
      if (emitter.listenerCount > 0) emitter.emit(await pending());
    });

  /** Rejects with `StoreUnavailable`. */
  const look = () =>
    enqueue(async () => {
      const { number } = await entries.head();
      if (number === seen.number) return;
      // Fewer than before: the log was emptied.
      emitter.emit(await (number < seen.number ? startOver() : pending()));
      // The snapshot listener has missed it, so it is restarted.
      restart();
    });

  function heard({ docs }: QuerySnapshot): void {
    const newest = docs[0]?.data() as Entry | undefined;
    if (newest && newest.number > seen.number) void news(tellNews);
  }

  function restart(): void {
    stopListening();
    if (emitter.listenerCount === 0) return;
    unsubscribe = listenTo(entries.newest, heard, listening);
    others.start();
  }

  function stopListening(): void {
    unsubscribe();
    others.stop();
  }

  async function news(work: () => Promise<unknown>, unread = async () => {}): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await unread();
      recover();
    }
  }

  /** The entry was committed, and with it everything before, though it could not be read. */
  const goOnFrom = (entry: Entry) =>
    enqueue(async () => {
      if (seen.number >= entry.number) return;
      // Entries that readers cannot see have the `seq` of the last one that they could.
      const unheard = entry.seq !== seen.seq;
      seen = entry;
      if (unheard) emitter.emit([{ kind: 'resync', seq: entry.seq }]);
    });

  /** Nothing is lost meanwhile: reading goes on from where it was. */
  function recover(): void {
    if (recovering || ended.signal.aborted) return;
    recovering = true;
    // Stopped meanwhile: it would only retry, with ever longer pauses.
    stopListening();
    retryUntilReachable(tellNews, ended.signal)
      .then(restart, () => {})
      .finally(() => {
        recovering = false;
      });
  }

  function begin(): void {
    ended = new AbortController();
    timer = setInterval(() => void news(look), LOOK_INTERVAL_MS).unref();
    restart();
  }

  function end(): void {
    ended.abort();
    clearInterval(timer);
    stopListening();
  }

  return {
    async committed(entry) {
      if (emitter.listenerCount === 0 || seen.number >= entry.number) return;
      await news(tellNews, () => goOnFrom(entry));
    },
    watch: (listener) =>
      enqueue(async () => {
        const first = emitter.listenerCount === 0;
        if (first) seen = await entries.head();
        else emitter.emit(await pending());
        const leave = emitter.subscribe(listener);
        if (first) begin();
        const close = () => {
          leave();
          if (emitter.listenerCount === 0) end();
        };
        return { seq: seen.seq, close };
      }),
    close() {
      emitter.clear();
      end();
    },
  };
}
