import type { DatabaseSync } from 'node:sqlite';
import { isEngineError } from './engine-error.ts';

/** How long nothing was written before the log is emptied, in milliseconds. */
const QUIET = 1000;

/**
 * Moves what was written from the write-ahead log into the database file once it is quiet, so that
 * whoever copies that one file has all letters. It is no backup while letters are being written.
 */
export function checkpointWhenIdle(database: DatabaseSync) {
  const truncate = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
  let timer: NodeJS.Timeout | undefined;
  const checkpoint = () => {
    try {
      // Whoever is reading, as a backup does, needs the log until the end.
      if (truncate.get()?.busy === 1) timer?.refresh();
    } catch (error) {
      // What was acknowledged is in the log all the same, and the next write tries again.
      if (!isEngineError(error)) throw error;
    }
  };
  return {
    /** Called after each commit. */
    wrote() {
      if (timer) timer.refresh();
      else timer = setTimeout(checkpoint, QUIET).unref();
    },
    close: () => clearTimeout(timer),
  };
}
