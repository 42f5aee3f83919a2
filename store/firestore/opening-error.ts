import { OwnerFacingError, type StoreUnavailable } from '#core/errors.ts';
import { nameOfStore, type StoreAddress } from '#core/store-address.ts';
import { failureIn, STATUS } from './engine-error.ts';

/** An error with advice for the owner, where there is something to put right; else the error itself, which may pass. */
export function openingError(address: StoreAddress, error: StoreUnavailable): Error {
  const failure = failureIn(error.cause);
  const advice = failure && adviceOn(failure.status);
  return advice ? saying(address, advice, failure) : error;
}

export function neverUsed(address: StoreAddress): OwnerFacingError {
  return saying(
    address,
    'never had letters, and nothing was made there. Name another project in DATABASE_URL.',
  );
}

function saying(address: StoreAddress, words: string, cause?: Error): OwnerFacingError {
  const name = nameOfStore(address);
  return new OwnerFacingError(`${name[0]?.toUpperCase()}${name.slice(1)} ${words}`, { cause });
}

function adviceOn(status: number | undefined): string | null {
  switch (status) {
    case undefined:
    case STATUS.UNAUTHENTICATED:
      return 'cannot be opened without a key: let GOOGLE_APPLICATION_CREDENTIALS name the file of a service account that is good for it.';
    case STATUS.PERMISSION_DENIED:
      return 'refuses us: give the service account the role Cloud Datastore User, and see that the Cloud Firestore API is enabled.';
    case STATUS.NOT_FOUND:
      return 'has no Firestore database: create its (default) one in native mode, or name another project in DATABASE_URL.';
    case STATUS.FAILED_PRECONDITION:
      return 'has a database in another mode: Firestore in native mode is needed, or another project in DATABASE_URL.';
    default:
      return null;
  }
}
