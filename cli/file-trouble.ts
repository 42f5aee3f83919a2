import { OwnerFacingError } from '#core/errors.ts';

const WRITE_REASONS: Record<string, string> = {
  ENOENT: 'there is no such folder',
  EACCES: 'its folder may not be written to',
  EROFS: 'its folder may not be written to',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
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
  const code = codeOf(error);
  const why = WRITE_REASONS[code] ?? code;
  return new OwnerFacingError(`The file ${path} cannot be written: ${why}.`, { cause: error });
}

function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (!code) throw error;
  return code;
}
