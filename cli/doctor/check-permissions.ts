import { stat } from 'node:fs/promises';
import { type Finding, wrong } from './finding.ts';

const READ_BY_ALL = 0o004;
/** File systems without owners take every change of a mode, and forget it. */
const WITHOUT_MODES =
  'Where that changes nothing, as on most USB sticks, keep the disk to yourself.';

/**
 * Finds whether every account on this machine may read a file that is meant for its owner.
 * @param holds what is in it, like `Passwords are in it`
 */
export async function checkPermissions(path: string, holds: string): Promise<Finding[]> {
  // Windows keeps no such mode.
  if (process.platform === 'win32') return [];
  const { mode } = await stat(path);
  if ((mode & READ_BY_ALL) === 0) return [];
  return [
    wrong(
      `Everyone on this machine can read ${path}. ${holds}: run \`chmod 600 "${path}"\`. ${WITHOUT_MODES}`,
    ),
  ];
}
