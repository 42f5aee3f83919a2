import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileReason } from '#core/file-reason.ts';
import { checkPermissions } from './check-permissions.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** In bytes. With less, a few thousand letters or a long log may fill the disk in a day. */
const LEAST_FREE = 100_000_000;
/** The least number of bytes that is shown in each unit. */
const UNITS = [
  { least: 10_000_000_000, size: 1_000_000_000, name: 'GB' },
  { least: 10_000_000, size: 1_000_000, name: 'MB' },
  { least: 0, size: 1000, name: 'kB' },
] as const;

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
      ? wrong(`Only ${space}: make room, or letters can soon not be kept any more.`)
      : ok(`${space}.`),
  ];
}

/** Whether letters can be read, but not written. */
async function readOnly(path: string): Promise<Finding[]> {
  try {
    for (const place of [path, dirname(path)]) await access(place, constants.W_OK);
    return [];
  } catch (error) {
    const why = fileReason(error);
    return [wrong(`Nothing can be written to ${path} and beside it (${why}): make both writable.`)];
  }
}

/** `16 GB`, `12 MB`, `9,999 kB` */
export function inUnits(bytes: number): string {
  const { size, name } = UNITS.find(({ least }) => bytes >= least) ?? UNITS[2];
  return `${Math.round(bytes / size).toLocaleString('en-US')} ${name}`;
}
