import type { Log } from '#core/log.ts';

/**
 * What opening may do to a store:
 * - `make`: create and migrate it as needed.
 * - `existing`: neither. Throws an `OwnerFacingError` where it was never used or needs a migration, so
 *   that a command with a mistyped address creates no database.
 * - `untouched`: like `existing`, and without the maintenance that opening does otherwise.
 * - `salvage`: like `existing`, also where SQLite's file is too damaged for a site to run on it, or to be
 *   migrated.
 */
export type OpeningMode = 'make' | 'existing' | 'untouched' | 'salvage';

export interface StoreOptions {
  /** `make`, unless another is given. */
  mode?: OpeningMode;
  /** The variable or parameter that gave the address, for advice to the owner; by default `DATABASE_URL`. */
  addressedAs?: string;
  /** The clock that records expire by, in milliseconds since 1970. */
  now?: () => number;
  /** How long a call waits for an answer, or for another process, in milliseconds, if not as long as usual. */
  timeout?: number;
  /** For errors that belong to no call, such as damage, or a connection that is lost and found again. */
  log?: Log;
}
