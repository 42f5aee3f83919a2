/** Result codes of the engine: https://www.sqlite.org/rescode.html */
const BUSY = 5;
const READ_ONLY = 8;
const CORRUPT = 11;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;

/** What is read is not what was written: damage that the engine itself does not notice. */
export class BrokenSeal extends Error {
  readonly code = 'ERR_SQLITE_ERROR';
  readonly errcode = CORRUPT;

  constructor(cause?: unknown) {
    super('A seal is broken.', { cause });
    this.name = 'BrokenSeal';
  }
}

/** Whether the engine failed, and not our own code. */
export function isEngineError(error: unknown): error is NodeJS.ErrnoException {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  // The second is what a closed database answers.
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

export function isDamage(error: unknown): boolean {
  return [CORRUPT, NOT_A_DATABASE].includes(resultCode(error));
}

function resultCode(error: unknown): number {
  // The lower byte is the code, the rest says more about it.
  return isEngineError(error) ? ((error as { errcode?: number }).errcode ?? 0) & 0xff : 0;
}
