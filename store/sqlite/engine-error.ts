/** Result codes of the engine: https://www.sqlite.org/rescode.html */
const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

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

export function isDamage(error: unknown): boolean {
  return [CORRUPT, NOT_A_DATABASE].includes(resultCode(error));
}

function resultCode(error: unknown): number {
  // The lower byte is the code, the rest says more about it.
  return isEngineError(error) ? ((error as { errcode?: number }).errcode ?? 0) & 0xff : 0;
}
