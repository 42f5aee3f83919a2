import { realpathSync, statSync } from 'node:fs';
import { StoreUnavailable } from '#core/errors.ts';
import { fileReason } from '#core/file-reason.ts';
import { DatabaseMoved } from './engine-error.ts';

/**
 * Notices when a database, its log or the log's index is no longer the file that was opened: deleted,
 * moved, or replaced by another. The engine would go on writing to the old file, and all of that would be
 * lost with the process.
 * https://www.sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use
 * @param path of a database that is open and has its log
 * @returns a check, which throws `DatabaseMoved`, or `StoreUnavailable` where its disk does not even tell
 */
export function identityCheck(path: string): () => void {
  const file = realpathSync(path);
  const files = [path, `${file}-wal`, `${file}-shm`];
  const identities = () => files.map(identityOf).join();
  const opened = identities();
  return () => {
    if (identities() !== opened) throw new DatabaseMoved();
  };
}

/** Device and inode of the file at a path now; null when there is none. */
function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new StoreUnavailable(error, { reason: fileReason(error) });
  }
}
