import { OwnerFacingError } from '#core/errors.ts';
import { DISK_FULL } from '#core/unavailable-reason.ts';

const WRITE_REASONS: Record<string, string> = {
  ENOENT: 'there is no such folder',
  EACCES: 'its folder may not be written to',
  EROFS: 'its folder may not be written to',
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
};

/** Why a file cannot be read, in a sentence. Throws what no file system said. */
export function readTrouble(path: string, error: unknown): string {
  const code = codeOf(error);
  return code === 'ENOENT'
    ? `There is no file ${path}.`
    : `The file ${path} cannot be read (${code}).`;
}

/** Why a file cannot be written. Throws what no file system said. */
export function writeTrouble(path: string, error: unknown): OwnerFacingError {
  const why = whyNotWritten(error);
  return new OwnerFacingError(`The file ${path} cannot be written: ${why}.`, { cause: error });
}

/** The same for where the output of a command goes. */
export function outputTrouble(error: unknown): OwnerFacingError {
  const why = whyNotWritten(error);
  return new OwnerFacingError(`The letters cannot be written there: ${why}.`, { cause: error });
}

function whyNotWritten(error: unknown): string {
  const code = codeOf(error);
  return WRITE_REASONS[code] ?? code;
}

function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (!code) throw error;
  return code;
}
