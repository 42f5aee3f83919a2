import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OwnerFacingError } from '#core/errors.ts';
import { STORE_VARIABLE } from '../place.ts';
import { readMigrations } from '../read-migrations.ts';
import type { StoreOptions } from '../store-options.ts';
import { deadline, retryWhileBusy } from './connection.ts';
import {
  claimFile,
  type DatabasePlace,
  lostCommits,
  MAKE_WRITABLE,
  refusal,
  requireFile,
} from './database-file.ts';
import {
  isBusy,
  isDamage,
  isDiskFailure,
  isEngineError,
  isFull,
  isUnwritable,
} from './engine-error.ts';
import { migrate } from './migrate.ts';
import { sealOf } from './seal.ts';
import { hasLostCommits } from './write-ahead-log.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
/** The number of the migration since which a database has all that is needed to read its letters. */
const READABLE_SINCE = 3;

interface OpenOptions extends Pick<StoreOptions, 'mode' | 'addressedAs'> {
  /** The folder of the schema's steps. */
  migrations?: string;
}

/** How long the engine itself waits for a lock; see `retryWhileBusy`. */
const BUSY_TIMEOUT_MS = 2;

/**
 * Opens the database at a path, as a mode says. Unless it is to be made, it may lie on a read-only disk, as after
 * a disk failure, so that its letters can be saved from there.
 * @param timeout how long to wait for a lock, in milliseconds
 * @throws {OwnerFacingError} when the file is not ours, newer than we are, damaged or out of reach; unless
 * it is to be made, also when it is missing, or has to be brought up to date first
 */
export async function openDatabase(
  path: string,
  timeout: number,
  { mode = 'make', addressedAs = STORE_VARIABLE, migrations = MIGRATIONS }: OpenOptions = {},
): Promise<DatabaseSync> {
  const place: DatabasePlace = { path, addressedAs };
  const steps = readMigrations(migrations);
  const salvage = mode === 'salvage';
  if (mode === 'make') claimFile(place, steps.length);
  else requireFile(place, steps.length, salvage ? READABLE_SINCE : steps.length);
  // The engine keeps its log beside the file itself, not beside a link to it.
  const file = realpathSync(path);
  if (hasLostCommits(file)) throw lostCommits(file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    if (salvage) acceptDamage(database);
    const opened = withSeals(database);
    // Another process may be opening it at the same moment, and each of these steps needs a lock.
    const step = <Result>(work: () => Result) => retryWhileBusy(work, deadline(timeout));
    await step(() => opened.exec('PRAGMA synchronous = FULL'));
    // On macOS alone, where a sync otherwise leaves the words in the disk's own cache, which a power cut empties.
    await step(() => opened.exec('PRAGMA fullfsync = ON'));
    // Otherwise the words of a deleted letter stay in the file until something is written over them.
    await step(() => opened.exec('PRAGMA secure_delete = ON'));
    // Migrated before WAL mode, so that the header of a new file is right from the start; in an existing
    // file, the migration is checkpointed at once. What is damaged cannot be brought up to date.
    const changed = !salvage && (await step(() => migrate(opened, steps, place)));
    await step(() => opened.exec('PRAGMA journal_mode = WAL'));
    // The first read makes the log of a file that had none, which file-identity.ts has to see.
    await step(() => opened.exec('PRAGMA user_version'));
    if (changed) await step(() => opened.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    return opened;
  } catch (error) {
    if (database?.isOpen) database.close();
    throw isEngineError(error) ? openingError(place, error) : error;
  }
}

/**
 * Has the engine open a file that lacks pages at its end, as after a copy that broke off, or whose list of
 * tables is damaged; otherwise it reads nothing of it. For a connection that does not write.
 */
export function acceptDamage(database: DatabaseSync): void {
  // Otherwise the engine ignores the pragma.
  database.enableDefensive(false);
  database.exec('PRAGMA writable_schema = ON');
}

/** A database without a file, which is gone when it is closed. */
export function openMemoryDatabase(): DatabaseSync {
  const database = withSeals(new DatabaseSync(':memory:'));
  migrate(database, readMigrations(MIGRATIONS), { path: ':memory:', addressedAs: STORE_VARIABLE });
  return database;
}

/** Migrations use `seal()` to seal older rows. */
function withSeals(database: DatabaseSync): DatabaseSync {
  database.function('seal', { deterministic: true, varargs: true }, sealOf);
  return database;
}

/** The owner's error for any error of the engine while a database is opened. */
export function openingError(place: DatabasePlace, error: Error): OwnerFacingError {
  if (isDamage(error))
    return refusal(place, 'is a damaged database: docs/backups.md says how to go on.', error);
  const { fault = 'cannot be opened', remedy } = troubleOf(error);
  return new OwnerFacingError(
    `The database ${place.path} ${fault} (${error.message}).\n${remedy}, or name another file in ${place.addressedAs}.`,
    { cause: error },
  );
}

function troubleOf(error: Error): { fault?: string; remedy: string } {
  if (isBusy(error)) {
    return { fault: 'is locked by another program', remedy: 'End the other program that uses it' };
  }
  if (isUnwritable(error)) {
    // The engine does not tell why it could not make its log: a disk can also have all the files that it takes.
    const remedy = `${MAKE_WRITABLE}, make room for more files on its disk`;
    return { fault: 'cannot be opened for writing', remedy };
  }
  if (isFull(error)) return { remedy: 'Make room on the disk' };
  if (isDiskFailure(error)) return { remedy: 'Check if its disk is read-only, failing or full' };
  return { remedy: 'Try again' };
}
