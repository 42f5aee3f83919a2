import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Finding, ok, wrong } from './finding.ts';
import { openToAll } from './open-to-all.ts';

const MEBIBYTE = 1024 * 1024;
/** In bytes. Beneath it, a day with a few thousand letters or one long log may be the last. */
const LEAST_FREE = 100 * MEBIBYTE;

/** Looks at what SQLite's file stands on. */
export async function checkDatabaseFile(path: string): Promise<Finding[]> {
  const { size } = await stat(path);
  const { bavail, bsize } = await statfs(dirname(path));
  const free = bavail * bsize;
  const space = `${inMebibytes(free)} are free on its disk, and it takes ${inMebibytes(size)}`;
  return [
    ...(await openToAll(path, 'Hidden letters are in it')),
    // To be written anew, as by a restore, it needs its size again.
    free < Math.max(LEAST_FREE, size)
      ? wrong(`Only ${space}: make room, or letters can soon not be kept any more.`)
      : ok(`${space}.`),
  ];
}

function inMebibytes(bytes: number): string {
  return `${Math.ceil(bytes / MEBIBYTE).toLocaleString('en-US')} MiB`;
}
