import { access, constants, mkdtemp, realpath, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileReason } from '#core/file-reason.ts';
import { inUnits } from '../terminal/in-units.ts';
import { checkPermissions } from './check-permissions.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** In bytes. With less, a few thousand letters or a long log may fill the disk in a day. */
const LEAST_FREE = 100_000_000;

/** Checks SQLite's file, and the disk that it is on. */
export async function checkDatabaseFile(path: string): Promise<Finding[]> {
  const { size } = await stat(path);
  const { bavail, bsize } = await statfs(dirname(path));
  const free = bavail * bsize;
  const space = `${inUnits(free)} are free on its disk, and it takes ${inUnits(size)}`;
  return [
    ...(await checkPermissions(path, 'Hidden letters are in it')),
    ...(await readOnly(path)),
    // A restore writes it a second time, so it needs its size again.
    free < Math.max(LEAST_FREE, size)
      ? wrong(`Only ${space}: make room, or soon no letter can be saved.`)
      : ok(`${space}.`),
  ];
}

/** Whether letters can be read, but not written. */
async function readOnly(path: string): Promise<Finding[]> {
  // The engine keeps its log, and the log's index, beside the file itself, not beside a link to it.
  const file = await realpath(path);
  const why = (await whyUnwritable(file)) ?? (await whyUnwritable(dirname(file)));
  if (why !== null) {
    return [wrong(`Nothing can be written to ${path} and beside it (${why}): make both writable.`)];
  }
  for (const beside of [`${file}-wal`, `${file}-shm`]) {
    const reason = await whyUnwritable(beside);
    if (reason === null) continue;
    return [wrong(`Nothing can be written, because of ${beside} (${reason}): make that writable.`)];
  }
  return takesFiles(path, dirname(file));
}

/**
 * Makes a folder, and removes it: a disk that an error made read-only while in use may still say that it can be
 * written, and free bytes are not all that a file needs.
 */
async function takesFiles(path: string, folder: string): Promise<Finding[]> {
  try {
    await rmdir(await mkdtemp(join(folder, 'doctor-')));
    return [];
  } catch (error) {
    const full = (error as NodeJS.ErrnoException).code === 'ENOSPC';
    const why = full ? 'there are too many on its disk, or too large ones' : fileReason(error);
    return [
      wrong(`No file can be made beside ${path} (${why}), so the site could not start again.`),
    ];
  }
}

/** Null also where there is nothing. */
async function whyUnwritable(path: string): Promise<string | null> {
  try {
    await access(path, constants.W_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : fileReason(error);
  }
}
