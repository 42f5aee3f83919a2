import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Letters, Store } from '#core/store.ts';
import { STORE_VARIABLE } from '../place.ts';
import type { StoreOptions } from '../store-options.ts';
import { connectionTo, deadline, retryWhileBusy, TIMEOUT_MS } from './connection.ts';
import { isDatabaseDamaged } from './damage.ts';
import { refusal } from './database-file.ts';
import { BrokenSeal, isEngineError, isMisfit, unavailable } from './engine-error.ts';
import { identityCheck } from './file-identity.ts';
import { checkpointWhenIdle } from './idle-checkpoint.ts';
import { indexWhenIdle } from './index-when-idle.ts';
import { checkIntegrity } from './integrity-check.ts';
import { exportLetters } from './letter-export.ts';
import { letterReads } from './letter-reads.ts';
import { type LetterSearch, letterSearch } from './letter-search.ts';
import { letterWrites } from './letter-writes.ts';
import { openDatabase, openingError, openMemoryDatabase } from './open-database.ts';
import { searchIndex } from './search-index.ts';
import { sqliteRecords } from './sqlite-records.ts';
import { watchChanges } from './sqlite-watch.ts';

/** To SQLite, a database without a file. */
const MEMORY = ':memory:';

/**
 * Keeps the letters in one SQLite file, which is made when there is none unless told not to. With a
 * `log`, the file is also checked for damage, in the background.
 * @throws {OwnerFacingError} when the file is not ours, newer than we are, damaged or out of reach
 */
export async function openSqliteStore(path: string, options: StoreOptions = {}): Promise<Store> {
  const { addressedAs = STORE_VARIABLE, timeout = TIMEOUT_MS } = options;
  const database = await openDatabase(path, timeout, options);
  try {
    return await retryWhileBusy(() => storeOn(database, resolve(path), options), deadline(timeout));
  } catch (error) {
    database.close();
    if (!isEngineError(error)) throw error;
    const place = { path, addressedAs };
    throw isMisfit(error)
      ? refusal(place, 'is not whole: a part of the database is missing.', error)
      : openingError(place, error);
  }
}

/** A store in memory, which is gone when it is closed. Cannot export. */
export async function openMemoryStore(options: Pick<StoreOptions, 'now'>): Promise<Store> {
  return storeOn(openMemoryDatabase(), MEMORY, options);
}

function storeOn(database: DatabaseSync, path: string, options: StoreOptions): Store {
  const { mode = 'make', now = Date.now, timeout = TIMEOUT_MS, log } = options;
  const changes = watchChanges(database);
  const checkpoints = checkpointWhenIdle(database);
  const committed = () => {
    checkpoints.wrote();
    indexing.wrote();
    changes.catchUp();
  };
  const requireInPlace = path === MEMORY ? () => {} : identityCheck(path);
  const connection = connectionTo(database, timeout, committed, requireInPlace);
  const index = searchIndex(database);
  const indexing = indexWhenIdle(connection, index);
  const find = letterSearch(database, connection, index, indexing.damaged);
  const search: LetterSearch = (...sought) => {
    // Another process may have written, which nothing else tells us.
    indexing.wrote();
    return find(...sought);
  };
  const letters: Letters = {
    ...letterReads(database, connection, search),
    ...letterWrites(database, connection),
    exportAll: ({ leftOut } = {}) => exportLetters(path, leftOut),
    watchVisible: (listener) => connection.read(() => changes.watch(listener)),
  };
  const records = sqliteRecords(database, connection, now);
  const reachable = database.prepare('SELECT id FROM letters LIMIT 1');
  // Only now: where a table is missing, a statement above cannot be prepared, and what had begun would go on.
  if (mode === 'make') {
    // What a process that was killed has left to do.
    checkpoints.wrote();
    indexing.wrote();
  }
  const abortCheck =
    log &&
    checkIntegrity(path, {
      damaged() {
        const damage = new BrokenSeal();
        connection.sawDamage(damage);
        log('Damage was found when the database was looked through.', unavailable(damage));
      },
      // No reason to refuse reads: whoever reads a damaged row will notice by its seal.
      failed: (error) =>
        log('The database could not be looked through for damage.', unavailable(error)),
    });
  return {
    letters,
    records,
    async ping() {
      await connection.requireWhole();
      await connection.read(() => {
        requireInPlace();
        reachable.get();
      });
    },
    faults: () =>
      connection.read(() =>
        isDatabaseDamaged(database) ? ['The database is damaged: restore a backup.'] : [],
      ),
    async close() {
      await abortCheck?.();
      changes.close();
      checkpoints.close();
      indexing.close();
      if (database.isOpen) database.close();
    },
  };
}
