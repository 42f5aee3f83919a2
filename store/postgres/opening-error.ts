import { OwnerFacingError, type StoreUnavailable } from '#core/errors.ts';
import type { Place } from '../place.ts';
import { codeOf, faultOf, unavailable } from './engine-error.ts';

/** Advice for the owner, by what gave the address. */
type Advice = (addressedAs: string) => string;

const lackingRights: Advice = (addressedAs) =>
  'this user lacks rights that the site needs. Make it the owner of the database and its tables, or ' +
  `name another user in ${addressedAs}.`;

const refused: Advice = (addressedAs) =>
  `the user name or the password is wrong. Correct it in ${addressedAs}, or in PGPASSWORD if the ` +
  'password is set there.';

const noDatabase: Advice = (addressedAs) =>
  `there is no database of this name. Create it, or name another in ${addressedAs}.`;

/** What the owner can put right, by the code of the error. */
const BY_CODE: [RegExp, Advice][] = [
  [/^28P01$/, refused],
  [
    /^28/,
    (addressedAs) =>
      `this user is not let in from here. Check the user name in ${addressedAs}, whether the server asks ` +
      'for an encrypted connection (add ?sslmode=verify-full), and its pg_hba.conf.',
  ],
  [/^3D000$/, noDatabase],
  [/^42501$/, lackingRights],
  [
    /^42P07$/,
    (addressedAs) =>
      `it holds tables of another program that are named like ours. Name an empty database in ${addressedAs}.`,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    (addressedAs) =>
      `the certificate is for another host. Write the host in ${addressedAs} as the certificate names it.`,
  ],
  [
    /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/,
    () =>
      "the server's certificate is not valid at this time. Renew it there, or set the clock of this machine right.",
  ],
  [
    /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/,
    (addressedAs) =>
      `the server's certificate is not trusted. Name the file of its authority in ${addressedAs} ` +
      '(?sslrootcert=FILE).',
  ],
];

/** The same, by the message, where the driver itself or a pooler gives no code that tells. */
const BY_MESSAGE: [RegExp, Advice][] = [
  [
    /does not support SSL/,
    (addressedAs) =>
      `the server offers no encrypted connection, which ${addressedAs} (sslmode) or PGSSLMODE asks for.`,
  ],
  [
    /client password must be/,
    (addressedAs) => `it asks for a password. Add it in ${addressedAs}, or set PGPASSWORD.`,
  ],
  [/authentication failed/i, refused],
  [/no such database|^database .* does not exist/i, noDatabase],
];

/**
 * Tells trouble that the owner has to put right from trouble that may pass.
 * @param error what the driver threw at opening
 */
export function openingError(error: unknown, place: Place): OwnerFacingError | StoreUnavailable {
  if (error instanceof OwnerFacingError) return error;
  const code = codeOf(error) ?? '';
  const message = error instanceof Error ? error.message : '';
  const advice =
    BY_CODE.find(([codes]) => codes.test(code))?.[1] ??
    BY_MESSAGE.find(([messages]) => messages.test(message))?.[1];
  if (advice === undefined) return unavailable(error);
  return cannotUse(place, advice(place.addressedAs), faultOf(error));
}

export function cannotUse({ name }: Place, advice: string, cause?: Error): OwnerFacingError {
  return new OwnerFacingError(`Cannot use ${name}: ${advice}`, { cause });
}

export function lacksRights(place: Place): OwnerFacingError {
  return cannotUse(place, lackingRights(place.addressedAs));
}

/** The error for a database that this version must not touch. */
export function refusal(place: Place, fault: string): OwnerFacingError {
  return cannotUse(
    place,
    `it ${fault}. It was left untouched. Name another database in ${place.addressedAs}.`,
  );
}

export function neverUsed(place: Place): OwnerFacingError {
  return cannotUse(place, 'no letters were ever kept in it, and nothing was made there.');
}

export function olderThanUs(place: Place): OwnerFacingError {
  return cannotUse(
    place,
    'it was written by an older version of this site. It was left untouched. ' +
      'Restart the site, which brings it up to date, and try again.',
  );
}

export function newerThanUs(place: Place): OwnerFacingError {
  return cannotUse(
    place,
    'it was written by a newer version of this site. It was left untouched. ' +
      `Start the newer version, or name another database in ${place.addressedAs}.`,
  );
}
