import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { Store } from '#core/store.ts';
import { ids } from '../../store/contract/engine.ts';
import { type Connection, connectionTo } from '../../store/sqlite/connection.ts';
import { openDatabase } from '../../store/sqlite/open-database.ts';
import { searchIndex } from '../../store/sqlite/search-index.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A store, and a connection of somebody else to its file. */
export async function openSearchedStore(): Promise<{ store: Store; other: DatabaseSync }> {
  const file = join(temporaryFolder(), 'letters.db');
  const store = await openSqliteStore(file);
  const other = await openDatabase(file, 0);
  onTestFinished(async () => {
    other.close();
    await store.close();
  });
  return { store, other };
}

/** A connection without the work that a store does at each write. */
export function connectionOn(database: DatabaseSync): Connection {
  const nothing = () => {};
  return connectionTo(database, 1000, nothing, nothing);
}

/** Brings the index up to date without waiting for the store to be idle. @param times at most so many pieces */
export function follow(database: DatabaseSync, times = Number.POSITIVE_INFINITY): void {
  const index = searchIndex(database);
  database.exec('BEGIN IMMEDIATE');
  for (let piece = 0; piece < times && index.pending(1) > 0; piece += 1) index.indexSome();
  database.exec('COMMIT');
}

/** The ids of the letters that a search comes to, newest first. */
export async function find(store: Store, ...search: string[]): Promise<string[]> {
  return ids((await store.letters.listAll({ limit: 9, search })).items);
}
