import type { DatabaseSync } from 'node:sqlite';
import { isEngineError } from './engine-error.ts';

/** How long after the last write the log is checkpointed. */
const QUIET_MS = 1000;

/**
 * Checkpoints the write-ahead log into the database file when nothing was written for a moment, so that
 * a copy of that one file has all letters. Such a copy is no backup while letters are being written.
 */
export function checkpointWhenIdle(database: DatabaseSync) {
  const truncate = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
  let timer: NodeJS.Timeout | undefined;
  /** @returns whether a long read, as of a backup, holds the log */
  const checkpoint = (): boolean => {
    try {
      return truncate.get()?.busy === 1;
    } catch (error) {
      // Nothing is lost: what was acknowledged is in the log, and the next write tries again.
      if (!isEngineError(error)) throw error;
      return false;
    }
  };
  const checkpointOrWait = () => {
    if (checkpoint()) timer?.refresh();
  };
  return {
    /** Called after each commit. */
    wrote() {
      if (timer) timer.refresh();
      else timer = setTimeout(checkpointOrWait, QUIET_MS).unref();
    },
    /**
     * Empties the log before the database is closed. The engine does that, too, but not where another file has
     * taken the database's place, which then would get these pages at its next opening, and be damaged by them.
     */
    close() {
      clearTimeout(timer);
      if (timer) checkpoint();
    },
  };
}
