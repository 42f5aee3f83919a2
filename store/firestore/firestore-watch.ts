import type { QuerySnapshot } from '@google-cloud/firestore';
import { StoreUnavailable } from '#core/errors.ts';
import { retryUntilReachable } from '#core/retry-until-reachable.ts';
import { createSerialQueue } from '#core/serial-queue.ts';
import type { Watch } from '#core/store.ts';
import { createChangeEmitter, type Listener } from '../change-emitter.ts';
import type { ChangeEntries, Entry } from './change-entries.ts';
import { changeReader } from './change-reader.ts';
import type { Connection } from './connection.ts';
import type { ForeignWrites } from './foreign-writes.ts';
import { type Listening, listenTo } from './listen-to.ts';

/** How often the log is polled, in case a listener has fallen silent. */
const POLL_INTERVAL_MS = 30_000;

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
  const reader = changeReader(connection, entries);
  let ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let recovering = false;
  let unsubscribe = () => {};

  // One read at a time, so that nothing is emitted twice or out of order.
  const enqueue = createSerialQueue();

  /** Rejects with `StoreUnavailable`, like `poll`. */
  const tellNews = () =>
    enqueue(async () => {
      if (emitter.listenerCount > 0) emitter.emit(await reader.next());
    });

  const poll = () =>
    enqueue(async () => {
      const { number } = await entries.head();
      if (number === reader.seen.number) return;
      // Fewer than before: the log was emptied.
      emitter.emit(await (number < reader.seen.number ? reader.startOver() : reader.next()));
      // The snapshot listener has missed an entry, so it is restarted.
      restart();
    });

  function heard({ docs }: QuerySnapshot): void {
    const newest = docs[0]?.data() as Entry | undefined;
    if (newest && newest.number > reader.seen.number) void tellNews().catch(recover);
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

  /** After `StoreUnavailable`. Nothing is lost meanwhile: reading goes on from where it was. */
  function recover(error: unknown): void {
    if (!(error instanceof StoreUnavailable)) throw error;
    if (recovering || ended.signal.aborted) return;
    recovering = true;
    // The listeners are stopped meanwhile: they would only retry, with ever longer pauses.
    stopListening();
    const { signal } = ended;
    void retryUntilReachable(tellNews, signal)
      .then(restart, (reason) => {
        if (!signal.aborted) throw reason;
      })
      .finally(() => {
        recovering = false;
      });
  }

  function begin(): void {
    ended = new AbortController();
    timer = setInterval(() => void poll().catch(recover), POLL_INTERVAL_MS).unref();
    restart();
  }

  function end(): void {
    ended.abort();
    clearInterval(timer);
    stopListening();
  }

  return {
    async committed(entry) {
      if (emitter.listenerCount === 0 || reader.seen.number >= entry.number) return;
      try {
        await tellNews();
      } catch (error) {
        if (error instanceof StoreUnavailable) {
          await enqueue(async () => emitter.emit(reader.skipTo(entry)));
        }
        recover(error);
      }
    },
    watch: (listener) =>
      enqueue(async () => {
        const first = emitter.listenerCount === 0;
        if (first) await reader.startOver();
        else emitter.emit(await reader.next());
        const leave = emitter.subscribe(listener);
        if (first) begin();
        const close = () => {
          leave();
          if (emitter.listenerCount === 0) end();
        };
        return { seq: reader.seen.seq, close };
      }),
    close() {
      emitter.clear();
      end();
    },
  };
}
