import type { Log } from '#core/log.ts';
import type { Store } from '#core/store.ts';
import type { StoreAddress } from '#core/store-address.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

/**
 * What opening may do to a store:
 * - `make`: create and migrate it as needed.
 * - `existing`: neither. Throws an `OwnerFacingError` where it was never used or needs a migration, so
 *   that a command with a mistyped address creates no database.
 * - `untouched`: like `existing`, and without the maintenance that opening does otherwise.
 */
export type OpeningMode = 'make' | 'existing' | 'untouched';

export interface StoreOptions {
  /** `make`, unless another is given. */
  mode?: OpeningMode;
  /** What gave the address, as advice for the owner names it; `DATABASE_URL`, unless another is given. */
  addressedAs?: string;
  /** The clock that records expire by, in milliseconds since 1970. */
  now?: () => number;
  /** How long a call waits for an answer, or for another process, in milliseconds, if not as long as usual. */
  timeout?: number;
  /** For errors that belong to no call, such as damage, or a connection that is lost and found again. */
  log?: Log;
}

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
