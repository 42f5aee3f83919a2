import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Store } from '#core/store.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { StoreOptions } from '../../store/store-options.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** An empty store that closes when the test is over. */
export function temporaryStore(options?: StoreOptions): Promise<Store> {
  return storeAt(join(temporaryFolder(), 'letters.db'), options);
}

/** Opens the store in a file, and closes it when the test is over. */
export async function storeAt(path: string, options?: StoreOptions): Promise<Store> {
  const store = await openSqliteStore(path, options);
  onTestFinished(() => store.close());
  return store;
}
