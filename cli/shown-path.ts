import { resolve } from 'node:path';

/** A path for whoever looks for the file: at a terminal whole, for npm changes to the site's folder. */
export function shownPath(path: string): string {
  return process.stdout.isTTY ? resolve(path) : path;
}
