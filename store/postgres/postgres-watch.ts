import { coalesce } from '#core/coalesce.ts';
import { createSerialQueue } from '#core/serial-queue.ts';
import type { Letters } from '#core/store.ts';
import { createChangeEmitter } from '../change-emitter.ts';
import { type ListenerNeeds, listenForChanges } from './change-listener.ts';
import { changesAfter, lastChange } from './change-log.ts';
import type { Session } from './database.ts';

interface ChangeWatch extends Pick<Letters, 'watchVisible'> {
  /** Tells listeners of all changes up to one of our own, even if the connection fails meanwhile. */
  committed(seq: number): Promise<void>;
  close(): void;
}

/** Tells listeners of the changes that writes leave in the database, in order, each once. */
export function watchChanges(
  session: Session,
  needs: Omit<ListenerNeeds, 'heard' | 'catchUp'>,
): ChangeWatch {
  const emitter = createChangeEmitter();
  /** The number of the last change that was told. */
  let seen = 0;

  /** One read at a time, so that nothing is emitted twice or out of order. */
  const enqueue = createSerialQueue();

  async function readAndTell(): Promise<void> {
    const { last, changes } = await changesAfter(session, seen);
    seen = last;
    emitter.emit(changes);
  }

  const catchUp = coalesce(async () => {
    if (emitter.listenerCount > 0) await readAndTell();
  }, enqueue);

  const listener = listenForChanges({
    ...needs,
    catchUp,
    heard(seq) {
      if (seq > seen) catchUp().catch(() => listener.doubt());
    },
  });

  return {
    async committed(seq) {
      if (emitter.listenerCount === 0 || seq <= seen) return;
      try {
        await catchUp();
      } catch {
        // The read failed, but the change was committed, and every earlier one: resync instead.
        await enqueue(async () => {
          if (seq <= seen) return;
          seen = seq;
          emitter.emit([{ kind: 'resync', seq }]);
        });
      }
    },

    watchVisible: (told) =>
      enqueue(async () => {
        // Listens first, and then reads the number to start from.
        await listener.start();
        if (emitter.listenerCount === 0) seen = await lastChange(session);
        else await readAndTell();
        return { seq: seen, close: emitter.subscribe(told) };
      }),

    close() {
      emitter.clear();
      listener.close();
    },
  };
}
