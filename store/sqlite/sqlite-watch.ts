import type { DatabaseSync } from 'node:sqlite';
import type { VisibleChange, Watch } from '#core/store.ts';
import { createChangeEmitter, type Listener } from '../change-emitter.ts';
import { changesToTell, MAX_PENDING, outboxRowOf } from '../outbox.ts';
import { isEngineError } from './engine-error.ts';
import { envelopeOf, SUMMARY_COLUMNS } from './letter-row.ts';

/** How often another process's writes are looked for. */
const POLL_INTERVAL_MS = 200;

/** Tells listeners of the changes that writes leave in the table `changes`. */
interface ChangeWatch {
  /** Throws what the engine throws. */
  watch(listener: Listener): Watch;
  /** Emits what is new. Called after each commit of our own; those of other processes are polled for. */
  catchUp(): void;
  close(): void;
}

export function watchChanges(database: DatabaseSync): ChangeWatch {
  // Unlike the table, the counter also counts rows that were deleted.
  const counter = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'changes'");
  const changesBetween = database.prepare(
    `SELECT changes.seq, changes.letter_id, changes.kind, ${SUMMARY_COLUMNS}
     FROM changes LEFT JOIN letters ON id = letter_id AND hidden = 0
     WHERE changes.seq > ? AND changes.seq <= ? ORDER BY changes.seq
     LIMIT ${MAX_PENDING}`,
  );
  const dataVersion = database.prepare('PRAGMA data_version');

  const emitter = createChangeEmitter();
  let timer: NodeJS.Timeout | undefined;
  let seen = 0;
  let seenVersion: unknown;
  /** Whether a read failed, so that changes may have been missed. */
  let doubtful = false;

  const lastSeq = () => (counter.get()?.seq as number | undefined) ?? 0;

  function unread(): VisibleChange[] {
    try {
      const last = lastSeq();
      const rows = changesBetween.all(seen, last).map((row) => outboxRowOf(row, envelopeOf));
      const changes: VisibleChange[] = doubtful
        ? [{ kind: 'resync', seq: last }]
        : changesToTell(rows, seen, last);
      seen = last;
      doubtful = false;
      return changes;
    } catch (error) {
      if (!isEngineError(error)) throw error;
      doubtful = true;
      return [];
    }
  }

  function catchUp(): void {
    // What a listener writes is emitted later, since a write waits for its turn (connection.ts).
    if (emitter.listenerCount > 0) emitter.emit(unread());
  }

  function poll(): void {
    try {
      const version = dataVersion.get()?.data_version;
      if (version === seenVersion && !doubtful) return;
      seenVersion = version;
    } catch (error) {
      if (!isEngineError(error)) throw error;
      doubtful = true;
      return;
    }
    catchUp();
  }

  return {
    catchUp,
    watch(listener) {
      if (emitter.listenerCount > 0) catchUp();
      else {
        seenVersion = dataVersion.get()?.data_version;
        seen = lastSeq();
        doubtful = false;
        timer = setInterval(poll, POLL_INTERVAL_MS).unref();
      }
      const leave = emitter.subscribe(listener);
      const close = () => {
        leave();
        if (emitter.listenerCount === 0) clearInterval(timer);
      };
      return { seq: seen, close };
    },
    close() {
      emitter.clear();
      clearInterval(timer);
    },
  };
}
