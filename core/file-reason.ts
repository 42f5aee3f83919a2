import { DISK_FULL } from './errors.ts';

/** Of a network's folder, or of an encrypted one whose program has ended. */
const OUT_OF_REACH = 'its disk is out of reach, so connect it again';
const TOO_LARGE = 'it is too large';

/** Of EPERM there: not even its owner may use what is in the folders for documents or downloads. */
export const REFUSED_BY_MACOS =
  process.platform === 'darwin'
    ? 'macOS does not let this terminal do that: see Files and Folders under Privacy & Security in System Settings'
    : null;

/** By error codes of the operating system and of Node, in words for the owner. */
const REASONS: Record<string, string> = {
  EACCES: 'this account is not allowed to',
  EPERM: REFUSED_BY_MACOS ?? 'this account is not allowed to',
  EBUSY: 'another program is using it',
  EROFS: 'its disk is read-only',
  EISDIR: 'it is a folder',
  ENOTDIR: 'there is a file where its folder should be',
  EEXIST: 'there is a file where its folder should be',
  ENOENT: 'there is no such folder',
  ELOOP: 'the links on the way to it lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: DISK_FULL,
  EIO: 'its disk is failing',
  ENOTCONN: OUT_OF_REACH,
  EHOSTDOWN: OUT_OF_REACH,
  EFBIG: TOO_LARGE,
  EPIPE: 'the program that should read it has ended',
  ERR_FS_FILE_TOO_LARGE: TOO_LARGE,
  ERR_STRING_TOO_LONG: TOO_LARGE,
  // Node has no names for these two, of a quota and of a file on a server: on Linux, and on macOS.
  'Unknown system error -122': DISK_FULL,
  'Unknown system error -69': DISK_FULL,
  'Unknown system error -116': OUT_OF_REACH,
  'Unknown system error -70': OUT_OF_REACH,
};

/** Why a file operation failed, without a full stop; the error's code where there are no words for it. */
export function fileReason(error: unknown): string {
  const { code = String(error) } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? code;
}
