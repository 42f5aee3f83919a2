/**
 * Makes what a fresh clone lacks: the packages, one of which is the Node that everything else runs on,
 * the built pages, and Node's compile cache. Each is made again only when its sources have changed.
 * Plain JavaScript without dependencies, so that an old Node can run it.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneAtATime } from './one-at-a-time.js';
import { linkNode, node, removeForeignNode, windows } from './own-node.js';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Is there while a process sets the folder up. */
const LOCK = '.set-up-lock';
/** Options for npm, also against what somebody's own `.npmrc` says for all their projects. */
const NPM_OPTIONS = [
  // The site's Node is one of these packages, and so are parts of what builds the pages.
  '--include=optional',
  // Run by a Node that cannot run here, packages' scripts would fail, and npm would not say why.
  '--ignore-scripts',
];
/** What the pages are made of. */
export const pages = [
  'app',
  'core',
  'public',
  'scripts/build.ts',
  'scripts/replace-build.ts',
  'scripts/everyday-fonts.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
];
/** What the server is made of besides the pages. */
export const server = [
  'core',
  'store',
  'access',
  'live',
  'card',
  'http',
  'config.ts',
  'environment-file.ts',
  'environment-warnings.ts',
  'idle-maintenance.ts',
  'start-site.ts',
  'thread-priority.ts',
  'server.ts',
  'start.js',
];
const compiled = [...server, 'scripts/fill-compile-cache.ts', 'package-lock.json', 'build/.set-up'];

/** @param tools whether the development dependencies are needed, too */
export function installIfChanged({ tools = false } = {}) {
  // Development dependencies, once installed, stay: without this, npm would remove them.
  const all = tools || existsSync(join(root, 'node_modules', 'vitest'));
  const stamp = all ? 'node_modules/.set-up-with-tools' : 'node_modules/.set-up';
  whenChanged(stamp, ['package.json', 'package-lock.json'], (fingerprint) => {
    const fault = rightsFault('node_modules');
    if (fault !== null) stop(fault);
    const needs = tools ? 'this needs' : 'the site needs';
    say(`Fetching what ${needs}; the first time this takes a minute or two…`);
    const which = all ? '--include=dev' : '--omit=dev';
    npm('ci', which, ...NPM_OPTIONS, '--no-audit', '--no-fund', '--loglevel=error');
    removeForeignNode();
    linkNode();
    if (!all) return true;
    // Only tools have scripts that do anything. Now their Node is known to run.
    npm('rebuild', '--loglevel=error');
    // Many hosts remove the tools after the build, and what they leave is all that the site needs.
    note(join(root, 'node_modules/.set-up'), fingerprint);
    return true;
  });
}

/** Whether the pages are built. A build that fails ends the process, unless told otherwise. */
export function buildIfChanged({ orStop = true } = {}) {
  return whenChanged('build/.set-up', pages, () => {
    const fault = pathFault(root) ?? rightsFault('', 'node_modules', 'build');
    if (fault !== null) {
      say(fault);
      return orStop ? process.exit(1) : false;
    }
    say('Building the pages…');
    if (run(node(), [join(root, 'scripts', 'build.ts')])) return true;
    if (!orStop) return false;
    return stop(
      '\nThe set-up failed: the pages could not be built, and above is why, as when there is no room left on\n' +
        'the disk. If nothing is above, something ended the build, as when memory runs out. Then try again.',
    );
  });
}

/**
 * Why the pages cannot be built in this folder; null: they can. With these characters in its path, Vite or what
 * it loads takes it for another path, and says only that some file of theirs is missing.
 */
export function pathFault(folder) {
  const [sign] = /[#?%*]/.exec(folder) ?? [];
  if (sign === undefined) return null;
  return (
    `The pages cannot be built in the folder ${folder}\n` +
    `because of the ${sign} in its path. Rename the folder with the ${sign} in its name, and try again.`
  );
}

/**
 * Why this account cannot set the folder up, as where root did before; null: it can.
 * @param names of folders that are written to; one that is missing will be made
 */
export function rightsFault(...names) {
  for (const name of names) {
    const path = existsSync(resolve(root, name)) ? resolve(root, name) : root;
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      return (
        `This folder has to be set up, as after an upgrade, but you may not write to ${path}\n` +
        (error.code === 'EROFS'
          ? 'because its disk is read-only. Make it writable, and try again.'
          : 'Run npm run build as the account that owns it. Then try again.')
      );
    }
  }
  return null;
}

/** Fills Node's compile cache. Without it the site starts all the same, only slower. */
export function compileIfChanged() {
  return whenChanged('build/.compile-cache', compiled, () => {
    if (rightsFault('build') !== null) return false;
    say('Compiling the server…');
    return run(node(), [join(root, 'scripts', 'fill-compile-cache.ts')]);
  });
}

/** Makes something, unless its stamp file already has the fingerprint of its sources. */
function whenChanged(stamp, sources, make) {
  const path = join(root, stamp);
  const fingerprint = readable(() => fingerprintOf(sources));
  const isMade = () => readable(() => contentOf(path)) === fingerprint;
  if (isMade()) return true;
  return oneAtATime(join(root, LOCK), sayWaiting, () => {
    // Another process may just have made it.
    if (isMade()) return true;
    const made = make(fingerprint);
    if (made) note(path, fingerprint);
    return made;
  });
}

/** What a function reads. Where this account may not read it, that is said, and what to do. */
function readable(read) {
  try {
    return read();
  } catch (error) {
    if (error.code !== 'EACCES') throw error;
    const [top] = relative(root, error.path).split(sep);
    return stop(
      `You may not read ${error.path}\nAs the account that owns it, run chmod -R a+rX "${join(root, top)}"`,
    );
  }
}

/** Of a file; null: there is none. */
function contentOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a stamp file. Without it, as on a full disk, the next command makes the same once more. */
export function note(path, fingerprint) {
  try {
    writeFileSync(path, fingerprint);
  } catch (error) {
    say(`This was done, but will be done again the next time: ${error.message}`);
  }
}

function sayWaiting() {
  say(
    'Another command is still setting this folder up, as in another terminal. Waiting for it…\n' +
      `(If there is no other, delete the file ${LOCK} in this folder.)`,
  );
}

/** @param sources files and folders, as seen from the root of the project */
export function fingerprintOf(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesIn(join(root, source)))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesIn(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.'))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((entry) => filesIn(join(path, entry.name)));
  } catch (error) {
    // Tests are sources of nothing.
    if (error.code === 'ENOTDIR') return /\.test\.tsx?$/.test(path) ? [] : [path];
    throw error;
  }
}

function npm(...args) {
  // Under `npm start`, npm says where it is; run by hand, or by another package manager, it is looked up.
  const cli = process.env.npm_execpath;
  const found = windows ? ['cmd.exe', ['/d', '/c', 'npm']] : ['npm', []];
  const [command, before] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli]] : found;
  const runner = join(root, 'scripts', 'run-npm.js');
  if (run(process.execPath, [runner, command, ...before, ...args])) return;
  stop(
    '\nThe set-up failed: what the site needs could not be fetched, and npm says above why.\n' +
      'Most often there is no internet connection, or no room on the disk. If npm says nothing, something\n' +
      'ended it, as when memory runs out; 512 MB are enough. Then try again.',
  );
}

/** Whether a step succeeded. */
function run(command, args) {
  // To stderr: what a step prints is not part of the output of the command that follows.
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] }).status === 0;
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function stop(text) {
  say(text);
  process.exit(1);
}
