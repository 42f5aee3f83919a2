import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installFromDebian } from './install-from-debian.ts';

const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/**
 * The path of an nginx: the one in NGINX_PATH, else one that is installed, else Debian's, which is
 * fetched.
 * @throws an Error that says what to do
 */
export function findNginx(): string {
  const found = installed() ?? fetchedByDebian();
  if (found) return found;
  throw new Error(
    'There is no nginx on this machine, and none could be fetched.\n' +
      'Install nginx, or name one in NGINX_PATH, and try again.',
  );
}

function installed(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...FOLDERS];
  const paths = folders.map((folder) => join(folder, 'nginx'));
  return [process.env.NGINX_PATH ?? '', ...paths].find((path) => path && existsSync(path)) ?? null;
}

function fetchedByDebian(): string | null {
  console.error('There is no nginx here yet: installing the one of Debian…');
  installFromDebian('nginx');
  return installed();
}
