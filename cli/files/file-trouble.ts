import { isAbsolute } from 'node:path';
import { OwnerFacingError } from '#core/errors.ts';
import { fileReason, REFUSED_BY_MACOS } from '#core/file-reason.ts';
import { shownPath } from '../terminal/shown-path.ts';

const WRITE_REASONS: Record<string, string> = {
  EACCES: 'its folder may not be written to',
  EROFS: 'its folder may not be written to',
  // The latter on Windows, where a file that is open somewhere often cannot be replaced.
  EPERM: REFUSED_BY_MACOS ?? 'this account is not allowed to, or another program is using it',
};

/** Why a file cannot be read, in a sentence. Rethrows errors that are not the file system's. */
export function readTrouble(path: string, error: unknown): string {
  const place = shownPath(path);
  return codeOf(error) === 'ENOENT'
    ? `There is no file ${place}. Is it ${isAbsolute(place) ? '' : 'in this folder, and '}spelt like that?`
    : `The file ${place} cannot be read: ${fileReason(error)}.`;
}

/** Why a file cannot be written. Rethrows errors that are not the file system's. */
export function writeTrouble(path: string, error: unknown): OwnerFacingError {
  const why = whyNotWritten(error);
  const place = shownPath(path);
  return new OwnerFacingError(`The file ${place} cannot be written: ${why}.`, { cause: error });
}

/** Why a command cannot write to its output. Rethrows errors that are not the file system's. */
export function outputTrouble(error: unknown): OwnerFacingError {
  const why = whyNotWritten(error);
  return new OwnerFacingError(`The letters cannot be written there: ${why}.`, { cause: error });
}

/** As a clause. Rethrows errors that are not the file system's. */
export function whyNotWritten(error: unknown): string {
  return WRITE_REASONS[codeOf(error)] ?? fileReason(error);
}

function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (!code) throw error;
  return code;
}
