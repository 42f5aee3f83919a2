import { OwnerFacingError, type StoreUnavailable } from '#core/errors.ts';
import type { Place } from '../place.ts';
import { failureIn, STATUS } from './engine-error.ts';

/** An error with advice for the owner, where there is something to put right; else the error itself, which may pass. */
export function openingError(place: Place, error: StoreUnavailable): Error {
  const failure = failureIn(error.cause);
  const advice = failure && adviceOn(failure.status, place.addressedAs);
  return advice ? saying(place, advice, failure) : error;
}

export function neverUsed(place: Place): OwnerFacingError {
  return saying(
    place,
    `never had letters, and nothing was made there. Name another project in ${place.addressedAs}.`,
  );
}

function saying({ name }: Place, words: string, cause?: Error): OwnerFacingError {
  return new OwnerFacingError(`${name[0]?.toUpperCase()}${name.slice(1)} ${words}`, { cause });
}

function adviceOn(status: number | undefined, addressedAs: string): string | null {
  switch (status) {
    case undefined:
      return 'cannot be opened without a key: let GOOGLE_APPLICATION_CREDENTIALS name the key file of a service account for it.';
    case STATUS.UNAUTHENTICATED:
      // What is signed with the key bears the time of this machine, and is taken for an hour.
      return 'does not accept the key: set the clock of this machine right, or make a new key file, which GOOGLE_APPLICATION_CREDENTIALS is to name.';
    case STATUS.PERMISSION_DENIED:
      return 'refuses access: give the service account the role Cloud Datastore User, and see that the Cloud Firestore API is enabled.';
    case STATUS.NOT_FOUND:
      return `has no Firestore database: create its (default) one in native mode, or name another project in ${addressedAs}.`;
    case STATUS.FAILED_PRECONDITION:
      return `has a database in another mode: Firestore in native mode is needed, or another project in ${addressedAs}.`;
    default:
      return null;
  }
}
