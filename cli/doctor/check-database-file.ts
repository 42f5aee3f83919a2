import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileReason } from '#core/file-reason.ts';
import { checkPermissions } from './check-permissions.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** In bytes. Beneath it, a day with a few thousand letters or one long log may be the last. */
const LEAST_FREE = 100_000_000;
/** What is shown in each unit, in bytes: as little as this, or more. */
const UNITS = [
  { least: 10_000_000_000, size: 1_000_000_000, name: 'GB' },
  { least: 10_000_000, size: 1_000_000, name: 'MB' },
  { least: 0, size: 1000, name: 'kB' },
] as const;

/** Looks at what SQLite's file stands on. */
export async function checkDatabaseFile(path: string): Promise<Finding[]> {
  const { size } = await stat(path);
  const { bavail, bsize } = await statfs(dirname(path));
  const free = bavail * bsize;
  const space = `${inUnits(free)} are free on its disk, and it takes ${inUnits(size)}`;
  return [
    ...(await checkPermissions(path, 'Hidden letters are in it')),
    ...(await readOnly(path)),
    // To be written anew, as by a restore, it needs its size again.
    free < Math.max(LEAST_FREE, size)
      ? wrong(`Only ${space}: make room, or letters can soon not be kept any more.`)
      : ok(`${space}.`),
  ];
}

/** Whether letters can be read there, but no more be kept. */
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
