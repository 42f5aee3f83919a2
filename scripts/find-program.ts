import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installFromDebian } from './install-from-debian.ts';

const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/**
 * The path of a program: the one that a variable names, like `NGINX_PATH`, else one that is
 * installed, else Debian's, which is fetched.
 * @param name of the program, and of Debian's package
 * @throws an Error that says what to do
 */
export function findProgram(name: string): string {
  const variable = `${name.toUpperCase()}_PATH`;
  const found = installed(name, variable) ?? fetchedByDebian(name, variable);
  if (found) return found;
  throw new Error(
    `There is no ${name} on this machine, and none could be fetched.\n` +
      `Install ${name}, or name one in ${variable}, and try again.`,
  );
}

function installed(name: string, variable: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...FOLDERS];
  const paths = folders.map((folder) => join(folder, name));
  return [process.env[variable] ?? '', ...paths].find((path) => path && existsSync(path)) ?? null;
}

function fetchedByDebian(name: string, variable: string): string | null {
  console.error(`There is no ${name} here yet: installing Debian’s…`);
  installFromDebian(name);
  return installed(name, variable);
}
