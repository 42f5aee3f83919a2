import type { Store } from '#core/store.ts';
import type { StoreAddress } from '#core/store-address.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { StoreOptions } from './store-options.ts';

/**
 * Opens the letters at an address, and makes what is missing there unless told not to. Each
 * engine's driver is loaded only when it is asked for.
 * @throws {OwnerFacingError} when the person who runs the site has something to put right first
 * @throws {StoreUnavailable} when it cannot be reached now, and may be later
 */
export async function openStore(address: StoreAddress, options: StoreOptions = {}): Promise<Store> {
  switch (address.engine) {
    case 'sqlite':
      return openSqliteStore(address.path, options);
    case 'postgres': {
      const { openPostgresStore } = await import('./postgres/postgres-store.ts');
      return openPostgresStore(address, options);
    }
    case 'firestore': {
      const { openFirestoreStore } = await import('./firestore/firestore-store.ts');
      return openFirestoreStore(address, options);
    }
  }
}
