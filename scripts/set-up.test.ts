import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test, vi } from 'vitest';
import { hasSmallDisks } from '#test/machine/owner-machine.ts';
import { OWN_MOUNTS } from '#test/machine/small-disk.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import project from '../package.json' with { type: 'json' };
import { fingerprintOf, note, pages, pathFault, rightsFault, server } from './set-up.js';

const ROOT = join(import.meta.dirname, '..');
const SIBLING = /^import [^;]*? from '(\.[^']+)';/gm;

/** The files of ours that a file at the root or in `scripts/` imports. */
function imported(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(SIBLING)].map(([, path = '']) => join(file, '..', path));
}

test.each([
  ['pages', pages],
  ['server', server],
])('the %s are built again when any file changes that they are built from', (_, sources) => {
  const files = sources.filter((source) => /\.[jt]s$/.test(source));
  const needed = files.flatMap(imported);
  expect(needed.length).toBeGreaterThan(0);
  const isAmong = (file: string) =>
    sources.some((source) => file === source || file.startsWith(`${source}/`));
  expect(needed.filter((file) => !isAmong(file))).toEqual([]);
});

test('nothing is built again for a hidden file, as the Finder of a Mac leaves in a folder that is looked at', () => {
  const folder = temporaryFolder();
  const fingerprint = () => fingerprintOf([relative(ROOT, folder)]);
  writeFileSync(join(folder, 'letter.ts'), '');
  const before = fingerprint();
  writeFileSync(join(folder, '.DS_Store'), '');
  expect(fingerprint()).toBe(before);
  writeFileSync(join(folder, 'envelope.ts'), '');
  expect(fingerprint()).not.toBe(before);
});

/** What `npm start`, `npm run dev`, `npm run demo` and `npm run letters` run. */
const WITHOUT_TOOLS = [...pages, ...server, 'scripts/dev.ts', 'demo', 'cli'];
const PACKAGE =
  /^(?:import|export) (?!type\b)(?:[^;]*? from )?'((?:@[\w-]+\/)?[a-z][\w.-]*)(?!:)\b/gm;

test('only tests and measurements need the development tools', () => {
  const needing = Object.entries(project.scripts).filter(
    ([, command]) => !command.includes('--tools'),
  );
  expect(needing.map(([name]) => name)).toEqual(['start', 'build', 'demo', 'dev', 'letters']);

  const files = WITHOUT_TOOLS.flatMap((path) =>
    /\.[jt]s$/.test(path) ? path : globSync(`${path}/**/*.{ts,tsx}`, { cwd: ROOT }),
  ).filter((file) => !/\.test\.tsx?$|\/contract\b/.test(file));
  const needed = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(PACKAGE)].map(([, name = '']) => name),
  );
  const packages = new Set(needed);
  expect(packages.size).toBeGreaterThan(10);
  expect([...packages].filter((name) => !(name in project.dependencies))).toEqual([]);
});

test.each([
  ['/home/ines/Letter #1/', '#'],
  ['/home/ines/ready?/', '?'],
  ['/home/ines/100% mine/letters/', '%'],
  ['/home/ines/my%20letters/', '%'],
  ['/home/ines/*letters*/', '*'],
])('says why the pages cannot be built in %s', (folder, sign) => {
  expect(pathFault(folder)).toBe(
    `The pages cannot be built in the folder ${folder}\n` +
      `because of the ${sign} in its path. Rename the folder with the ${sign} in its name, and try again.`,
  );
});

test('finds no fault with spaces, quotation marks and letters of any script in a path', () => {
  expect(pathFault(`/home/inés/'my' "[letters]" (to: 💌), + & $HOME; {a,b}/~!@/`)).toBeNull();
});

test.runIf(hasSmallDisks).each([
  [
    'mount -t tmpfs -o ro none "$0" && exec',
    'because its disk is read-only. Make it writable, and',
  ],
  [
    'chmod 555 "$0" && exec setpriv --bounding-set=-all --inh-caps=-all',
    'Run npm run build as the account that owns it. Then',
  ],
])('says what to do where the folder cannot be written to: %s', (script, remedy) => {
  const folder = temporaryFolder();
  const code = `import { rightsFault } from ${JSON.stringify(join(ROOT, 'scripts/set-up.js'))};
    console.log(rightsFault(${JSON.stringify(folder)}));`;
  const node = [process.execPath, '--input-type=module', '--eval', code];
  const shell = ['sh', '-c', `${script} "$@"`, folder];
  const { stdout } = spawnSync('unshare', [...OWN_MOUNTS, ...shell, ...node]);
  expect(String(stdout)).toBe(
    `This folder has to be set up, as after an upgrade, but you may not write to ${folder}\n` +
      `${remedy} try again.\n`,
  );
});

test('a folder that is not there yet, or can be written to, can be set up', () => {
  const folder = temporaryFolder();
  expect(rightsFault(folder, join(folder, 'missing'))).toBeNull();
});

test('the set-up goes on where it cannot note what it has done, as on a full disk', () => {
  const words = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  note(join(import.meta.filename, 'stamp'), 'fingerprint');
  expect(words.mock.calls.join('')).toMatch(/^This was done, but .+ next time: ENOTDIR.+\n$/);
});
