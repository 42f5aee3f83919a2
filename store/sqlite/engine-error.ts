import { DISK_FULL, type StoreTrouble, StoreUnavailable } from '#core/errors.ts';

/** Result codes of the engine: https://www.sqlite.org/rescode.html */
const SQL_ERROR = 1;
const BUSY = 5;
const READ_ONLY = 8;
/** READONLY_DBMOVED, which the engine itself reports only where it keeps no write-ahead log. */
const MOVED = READ_ONLY | (4 << 8);
const DISK_FAILS = 10;
/** IOERR_SHMSIZE: the index of the log cannot be made or grow, for which a full disk is the usual reason. */
const NO_ROOM_FOR_INDEX = DISK_FAILS | (19 << 8);
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;
/** CORRUPT_VTAB: the search index is damaged; the rest of the file may be whole. */
const CORRUPT_INDEX = CORRUPT | (1 << 8);

const DAMAGED: StoreTrouble = {
  kind: 'damaged',
  reason: 'the database is damaged, so restore a backup as docs/backups.md says',
};
const NO_ROOM: StoreTrouble = { kind: 'full', reason: DISK_FULL };
/** What a code means to the owner, in better words than the engine's. */
const TROUBLES: Record<number, Partial<StoreTrouble>> = {
  [READ_ONLY]: {
    reason:
      'the database can only be read, so make its file, those beside it and its folder writable',
  },
  [MOVED]: {
    reason:
      'the database was moved, deleted or replaced while it was in use, so put it back, or start the site again with the one that is there now',
  },
  [DISK_FAILS]: {
    // To the engine, a quota that is used up is no full disk, but one that fails.
    reason:
      'the disk is not working, so check whether it is read-only or failing, or your quota there is used up',
  },
  [CORRUPT]: DAMAGED,
  [NO_ROOM_FOR_INDEX]: NO_ROOM,
  [FULL]: NO_ROOM,
  [NOT_A_DATABASE]: DAMAGED,
};

/** A row is not what was written: damage that the engine itself does not notice. */
export class BrokenSeal extends Error {
  readonly code = 'ERR_SQLITE_ERROR';
  readonly errcode = CORRUPT;

  constructor(cause?: unknown) {
    super('A seal is broken.', { cause });
    this.name = 'BrokenSeal';
  }
}

/** The file is no longer the one that was opened, so what is written now would be lost with the process. */
export class DatabaseMoved extends Error {
  readonly code = 'ERR_SQLITE_ERROR';
  readonly errcode = MOVED;

  constructor() {
    super('The database is not where it was opened.');
    this.name = 'DatabaseMoved';
  }
}

/** The `StoreUnavailable` for any error of the engine. */
export function unavailable(error: unknown): StoreUnavailable {
  return new StoreUnavailable(error, TROUBLES[wholeCode(error)] ?? TROUBLES[resultCode(error)]);
}

/** Whether the engine failed, and not our own code. */
export function isEngineError(error: unknown): error is NodeJS.ErrnoException {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  // The second is the code of a closed database.
  return code === 'ERR_SQLITE_ERROR' || code === 'ERR_INVALID_STATE';
}

/** Whether another connection holds the lock that was needed. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/** Whether a file could not be written, or not be made. */
export function isUnwritable(error: unknown): boolean {
  return [READ_ONLY, CANNOT_OPEN].includes(resultCode(error));
}

/** Whether there was no room on the disk. */
export function isFull(error: unknown): boolean {
  return unavailable(error).kind === 'full';
}

/** Whether a disk failed to read or write. Ask `isFull` first: one code of a full disk counts here, too. */
export function isDiskFailure(error: unknown): boolean {
  return resultCode(error) === DISK_FAILS;
}

/** Whether a statement does not fit the database, as where a table is missing. */
export function isMisfit(error: unknown): boolean {
  return wholeCode(error) === SQL_ERROR;
}

/** Whether a database is damaged, its search index apart. */
export function isDamage(error: unknown): error is NodeJS.ErrnoException {
  return [CORRUPT, NOT_A_DATABASE].includes(resultCode(error)) && !isIndexDamage(error);
}

/** Whether only the search index is damaged. */
export function isIndexDamage(error: unknown): boolean {
  return wholeCode(error) === CORRUPT_INDEX;
}

function resultCode(error: unknown): number {
  return wholeCode(error) & 0xff;
}

/** The lower byte is the result code, the rest says more about it. */
function wholeCode(error: unknown): number {
  return isEngineError(error) ? ((error as { errcode?: number }).errcode ?? 0) : 0;
}
