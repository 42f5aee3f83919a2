import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OwnerFacingError } from '#core/errors.ts';
import { fileReason } from '#core/file-reason.ts';
import { type Place, STORE_VARIABLE } from '../place.ts';

/** "LTRS": says in a file's header that the database is ours. */
export const APPLICATION_ID = 0x4c545253;

/** See https://www.sqlite.org/fileformat.html#the_database_header */
const HEADER = { size: 100, magic: 'SQLite format 3\0', userVersion: 60, applicationId: 68 };

/** Fault of a file whose header has no application's number. */
const UNMARKED =
  'is the database of another program, or a copy that the sqlite3 shell made with .dump or .clone, ' +
  'which lose what marks it as ours (make it with .backup instead).';

/** A database, as errors speak of it. */
export interface DatabasePlace extends Pick<Place, 'addressedAs'> {
  path: string;
}

/** Advice where there is no database at the address of the site. */
const MADE_BY_A_START = 'Start the site once in this folder, which makes one, or name';

/** For a file of another account, as when a command was given as root. */
const OTHER_ACCOUNT =
  '\nRun the command as the account that the site runs as, which must own its file.';
/** What can be done where something may not be written. */
export const MAKE_WRITABLE = 'Make its file, those beside it and its folder writable';
/** What can be done where a database cannot be opened for writing, by the codes of the system. */
const REMEDIES: Record<string, string> = {
  ENOENT: 'Make its folder',
  EACCES: MAKE_WRITABLE,
  EPERM: MAKE_WRITABLE,
  EROFS: MAKE_WRITABLE,
};

/** Letters may be hidden, so other accounts of the machine may not read the file. */
const OWNER_ONLY = 0o600;
/** Nor may they put another file in its place, as they could in a folder that a umask leaves open to them. */
const OWNERS_FOLDER = 0o700;

/**
 * Makes sure that the file at a path is a database of ours, and creates an empty one when there is none.
 * Reads the header without the engine, which would create files beside another program's database.
 * @param newest the number of the last migration that this version knows
 * @throws {OwnerFacingError} when the file is not ours, newer than we are, or out of reach
 */
export function claimFile(place: DatabasePlace, newest: number): void {
  const header = headerForWriting(place);
  if (header.length > 0) refuseUnlessOurs(header, place, newest);
}

/**
 * Makes sure that there is a database at a path which needs no migration. Creates and changes nothing.
 * @param newest the number of the last migration that this version knows
 * @param oldest the number of the migration that it must have been through
 * @throws {OwnerFacingError} also when it is missing, or has to be brought up to date
 */
export function requireFile(place: DatabasePlace, newest: number, oldest: number): void {
  const header = existingHeader(place);
  if (header.length === 0) {
    // As a start or an import leaves it on a full disk.
    throw new OwnerFacingError(
      `The file ${place.path} is empty, and no database: no letters were ever kept in it.\n${rightOne(place)}`,
    );
  }
  refuseUnlessOurs(header, place, newest);
  if (header.readUInt32BE(HEADER.userVersion) < oldest) {
    throw new OwnerFacingError(
      `The database ${place.path} was written by an older version of this site.\n` +
        'It was left untouched. Restart the site, which brings it up to date, and try again.',
    );
  }
}

function refuseUnlessOurs(header: Buffer, place: DatabasePlace, newest: number): void {
  if (header.length < HEADER.size || header.toString('latin1', 0, 16) !== HEADER.magic) {
    throw refusal(place, 'is not a database.');
  }
  const mark = header.readUInt32BE(HEADER.applicationId);
  if (mark === 0) throw refusal(place, UNMARKED);
  if (mark !== APPLICATION_ID) throw refusal(place, 'is the database of another program.');
  if (header.readUInt32BE(HEADER.userVersion) > newest) throw newerThanUs(place);
}

/** What to do where there is no database, or nothing in its file. */
function rightOne({ addressedAs }: DatabasePlace): string {
  return `${addressedAs === STORE_VARIABLE ? MADE_BY_A_START : 'Name'} the right one in ${addressedAs}.`;
}

function existingHeader(place: DatabasePlace): Buffer {
  const { path } = place;
  try {
    return readHeader(openSync(path, 'r'));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    const fault = missing
      ? `There is no database ${path}, and none was made.\n${rightOne(place)}`
      : `The database ${path} cannot be read (${fileReason(error)}).${code === 'EACCES' ? OTHER_ACCOUNT : ''}`;
    throw new OwnerFacingError(fault, { cause: error });
  }
}

/** Reads the header of an open file, and closes the file. */
function readHeader(file: number): Buffer {
  try {
    const header = Buffer.alloc(HEADER.size);
    return header.subarray(0, readSync(file, header, 0, HEADER.size, 0));
  } finally {
    closeSync(file);
  }
}

function headerForWriting({ path, addressedAs }: DatabasePlace): Buffer {
  const folder = dirname(path);
  try {
    // Only the last folder is created: where more is missing, the path is probably mistyped.
    statSync(dirname(folder));
    // Windows refuses to make the root of a disk, even where it is there.
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: OWNERS_FOLDER });
    return readHeader(openSync(path, 'a+', OWNER_ONLY));
  } catch (error) {
    const remedy = REMEDIES[(error as NodeJS.ErrnoException).code ?? ''];
    throw new OwnerFacingError(
      `The database ${path} cannot be opened for writing (${fileReason(error)}).\n` +
        `${remedy ? `${remedy}, or name` : 'Name'} another file in ${addressedAs}.`,
      { cause: error },
    );
  }
}

/** The error for a file that this version must not touch. */
export function refusal(
  { path, addressedAs }: DatabasePlace,
  fault: string,
  cause?: unknown,
): OwnerFacingError {
  return new OwnerFacingError(
    `The file ${path} ${fault}\n` +
      `It was left untouched. Move it away, or name another file in ${addressedAs}.`,
    { cause },
  );
}

export function newerThanUs({ path, addressedAs }: DatabasePlace): OwnerFacingError {
  return new OwnerFacingError(
    `The database ${path} was written by a newer version of this site.\n` +
      `It was left untouched. Start the newer version, or name another file in ${addressedAs}.`,
  );
}

export function lostCommits(path: string): OwnerFacingError {
  return new OwnerFacingError(
    `The file ${path}-wal is damaged: opening the database would lose changes that are in it.\n` +
      'It was left untouched. Restore a backup as docs/backups.md says.',
  );
}
