import { OwnerFacingError, type StoreUnavailable } from '#core/errors.ts';
import { codeOf, faultOf, unavailable } from './engine-error.ts';

/** The variable that an address came from. */
export type Variable = 'DATABASE_URL' | 'DATABASE_LISTEN_URL';

const RIGHTS =
  'this user may not do there what the site has to. Make it the owner of the database, or name ' +
  'another user in VARIABLE.';

const REFUSED =
  'the user name or the password is wrong. Correct it in VARIABLE, or in PGPASSWORD if the ' +
  'password stands there.';

/** What the owner can put right, by the code of the error. VARIABLE stands for where the address came from. */
const BY_CODE: [RegExp, string][] = [
  [/^28P01$/, REFUSED],
  [
    /^28/,
    'this user is not let in from here. Check the user name in VARIABLE, whether the server asks ' +
      'for an encrypted connection (add ?sslmode=verify-full), and its pg_hba.conf.',
  ],
  [/^3D000$/, 'there is no database of this name. Create it, or name another in VARIABLE.'],
  [/^42501$/, RIGHTS],
  [
    /^42P07$/,
    'it holds tables of another program that are named like ours. Name an empty database in VARIABLE.',
  ],
  [
    /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/,
    "the server's certificate is not trusted. Name the file of its authority in VARIABLE " +
      '(?sslrootcert=FILE).',
  ],
];

/** The same, where only the message tells: by the driver itself, or by a pooler. */
const BY_MESSAGE: [RegExp, string][] = [
  [
    /does not support SSL/,
    'the server offers no encrypted connection, which VARIABLE asks for (sslmode).',
  ],
  [/client password must be/, 'it asks for a password. Add it in VARIABLE, or set PGPASSWORD.'],
  [/authentication failed/i, REFUSED],
  [
    /no such database|^database .* does not exist/i,
    'there is no database of this name. Create it, or name another in VARIABLE.',
  ],
];

/**
 * Tells trouble that the owner has to put right from trouble that may pass.
 * @param error what the driver threw at opening
 * @param place the database, by a name that tells no secret
 */
export function openingError(
  error: unknown,
  place: string,
  variable: Variable,
): OwnerFacingError | StoreUnavailable {
  if (error instanceof OwnerFacingError) return error;
  const code = codeOf(error) ?? '';
  const message = error instanceof Error ? error.message : '';
  const advice =
    BY_CODE.find(([codes]) => codes.test(code))?.[1] ??
    BY_MESSAGE.find(([messages]) => messages.test(message))?.[1];
  if (advice === undefined) return unavailable(error);
  return cannotUse(place, advice.replaceAll('VARIABLE', variable), faultOf(error));
}

export function cannotUse(place: string, advice: string, cause?: Error): OwnerFacingError {
  return new OwnerFacingError(`Cannot use ${place}: ${advice}`, { cause });
}

export function lacksRights(place: string): OwnerFacingError {
  return cannotUse(place, RIGHTS.replace('VARIABLE', 'DATABASE_URL'));
}

/** The error for a database that this version must not touch. */
export function refusal(place: string, fault: string): OwnerFacingError {
  return cannotUse(
    place,
    `it ${fault}. It was left untouched. Name another database in DATABASE_URL.`,
  );
}

export function neverUsed(place: string): OwnerFacingError {
  return cannotUse(place, 'no letters were ever kept in it, and nothing was made there.');
}

export function olderThanUs(place: string): OwnerFacingError {
  return cannotUse(
    place,
    'it was written by an older version of this site. It was left untouched. ' +
      'Start the site anew, which brings it up to date, and try again.',
  );
}

export function newerThanUs(place: string): OwnerFacingError {
  return cannotUse(
    place,
    'it was written by a newer version of this site. It was left untouched. ' +
      'Start the newer version, or name another database in DATABASE_URL.',
  );
}
