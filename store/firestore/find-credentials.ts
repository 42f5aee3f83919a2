import firestore, { type Firestore } from '@google-cloud/firestore';
import { OwnerFacingError } from '#core/errors.ts';
import type { Connection } from './connection.ts';
import { FirestoreFailure } from './engine-error.ts';

/**
 * Looks for credentials where the library does. Without any, the library would throw where nobody can catch
 * it. An emulator needs none.
 * @throws {OwnerFacingError} when the file of the key is not there
 * @throws {StoreUnavailable} when there is no key that can be read
 */
export async function findCredentials({ database, ask }: Connection): Promise<void> {
  if (isEmulated(database)) return;
  const { auth } = new firestore.v1.FirestoreClient();
  await ask(async () => {
    try {
      await auth.getClient();
    } catch (error) {
      const { code, path } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' && path) {
        throw new OwnerFacingError(
          `There is no ${path}: let GOOGLE_APPLICATION_CREDENTIALS name the key file of a service account.`,
        );
      }
      // The message about an unreadable file may quote the key in it.
      throw new FirestoreFailure('There are no credentials that can be read.');
    }
  });
}

/** The library reads FIRESTORE_EMULATOR_HOST, and does not expose it. */
function isEmulated(database: Firestore): boolean {
  const { _settings: settings } = database as unknown as { _settings?: { ssl?: boolean } };
  return settings?.ssl === false;
}
