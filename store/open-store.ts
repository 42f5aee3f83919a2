import type { Store } from '#core/store.ts';
import type { StoreAddress } from '#core/store-address.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

/**
 * What opening may do to a store:
 * - `make`: all that the site needs.
 * - `existing`: nothing where no letters were ever kept, or by an older version: an
 *   `OwnerFacingError` says so. For whoever must not make a store by a slip of the pen.
 * - `untouched`: the same, and nothing at all where there are letters.
 */
export type OpeningMode = 'make' | 'existing' | 'untouched';

export interface StoreOptions {
  /** `make`, unless another is given. */
  mode?: OpeningMode;
  /** The clock that records expire by, in milliseconds since 1970. */
  now?: () => number;
  /** From 0 up to 1; see nextSentAt. */
  random?: () => number;
  /** Told of what no call is there to be told of, such as damage, or a lost connection and its end. */
  log?: (message: string, cause?: unknown) => void;
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
