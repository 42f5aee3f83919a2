import { resolve } from 'node:path';

/** A path as the owner is shown it: absolute at a terminal, because npm has changed to the site's folder. */
export function shownPath(path: string): string {
  return process.stdout.isTTY ? resolve(path) : path;
}
