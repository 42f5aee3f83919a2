import type { DatabaseSync } from 'node:sqlite';
import type { VisibleChange, Watch } from '#core/store.ts';
import { isEngineError } from './engine-error.ts';
import { SUMMARY_COLUMNS, summaryOf } from './letter-row.ts';

/** How often another process's writes are looked for, in milliseconds. */
const POLL_INTERVAL = 200;
/** Beyond this many changes at once, reading everything again is the smaller work. */
const MOST_PENDING = 100;

type Listener = (change: VisibleChange) => void;

/** Tells listeners of the changes that writes leave in the table `changes`. */
export interface ChangeWatch {
  /** Throws what the engine throws. */
  watch(listener: Listener): Watch;
  /** Tells what is new. Called after each commit of our own; those of others are polled for. */
  catchUp(): void;
  close(): void;
}

export function watchChanges(database: DatabaseSync): ChangeWatch {
  // Unlike the table, the counter also remembers rows that are gone.
  const counter = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'changes'");
  const changesBetween = database.prepare(
    `SELECT changes.seq, changes.letter_id, changes.kind, ${SUMMARY_COLUMNS}
     FROM changes LEFT JOIN letters ON id = letter_id AND hidden = 0
     WHERE changes.seq > ? AND changes.seq <= ? ORDER BY changes.seq
     LIMIT ${MOST_PENDING}`,
  );
  const dataVersion = database.prepare('PRAGMA data_version');

  const audience = new Set<{ listener: Listener }>();
  let timer: NodeJS.Timeout | undefined;
  let seen = 0;
  let seenVersion: unknown;
  /** Whether a read failed, so that changes may have been missed. */
  let doubtful = false;
  let telling = false;
  let toldMeanwhile = false;

  const lastSeq = () => (counter.get()?.seq as number | undefined) ?? 0;

  function pending(): VisibleChange[] {
    try {
      const last = lastSeq();
      const rows = changesBetween.all(seen, last);
      // Rows can be missing because there are too many, or they are no longer kept.
      const complete = rows.length === last - seen && !doubtful;
      seen = last;
      doubtful = false;
      if (!complete) return [{ kind: 'resync', seq: last }];
      return rows.flatMap((row): VisibleChange[] => {
        const seq = row.seq as number;
        if (row.kind === 'withdrawn')
          return [{ kind: 'withdrawn', seq, id: row.letter_id as string }];
        // Hidden or deleted again since: a later row says so.
        return row.id === null ? [] : [{ kind: 'shown', seq, letter: summaryOf(row) }];
      });
    } catch (error) {
      if (!isEngineError(error)) throw error;
      doubtful = true;
      return [];
    }
  }

  function catchUp(): void {
    if (audience.size === 0) return;
    // A listener may itself write: what it caused is told to all after what it was told of.
    toldMeanwhile = telling;
    if (telling) return;
    telling = true;
    try {
      do {
        toldMeanwhile = false;
        const present = [...audience];
        for (const change of pending()) {
          for (const member of present) if (audience.has(member)) tell(member.listener, change);
        }
      } while (toldMeanwhile);
    } finally {
      telling = false;
    }
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

  function leave(member: { listener: Listener }): void {
    audience.delete(member);
    if (audience.size === 0) clearInterval(timer);
  }

  return {
    catchUp,
    watch(listener) {
      if (audience.size > 0) catchUp();
      else {
        seenVersion = dataVersion.get()?.data_version;
        seen = lastSeq();
        doubtful = false;
        timer = setInterval(poll, POLL_INTERVAL).unref();
      }
      const member = { listener };
      audience.add(member);
      return { seq: seen, close: () => leave(member) };
    },
    close() {
      for (const member of audience) leave(member);
    },
  };
}

/** The write that a listener hears of is on disk whatever the listener does, so its fault is not the writer's. */
function tell(listener: Listener, change: VisibleChange): void {
  try {
    listener(change);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
