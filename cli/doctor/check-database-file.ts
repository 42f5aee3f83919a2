import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Finding, ok, wrong } from './finding.ts';
import { openToAll } from './open-to-all.ts';

const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;
/** In bytes. Beneath it, a day with a few thousand letters or one long log may be the last. */
const LEAST_FREE = 100 * MEBIBYTE;

/** Looks at what SQLite's file stands on. */
export async function checkDatabaseFile(path: string): Promise<Finding[]> {
  const { size } = await stat(path);
  const { bavail, bsize } = await statfs(dirname(path));
  const free = bavail * bsize;
  const space = `${inUnits(free)} are free on its disk, and it takes ${inUnits(size)}`;
  return [
    ...(await openToAll(path, 'Hidden letters are in it')),
    // To be written anew, as by a restore, it needs its size again.
    free < Math.max(LEAST_FREE, size)
      ? wrong(`Only ${space}: make room, or letters can soon not be kept any more.`)
      : ok(`${space}.`),
  ];
}

function inUnits(bytes: number): string {
  return bytes < GIBIBYTE
    ? `${Math.ceil(bytes / MEBIBYTE)} MiB`
    : `${(bytes / GIBIBYTE).toFixed(1)} GiB`;
}
