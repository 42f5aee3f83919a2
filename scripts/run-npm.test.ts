import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasSmallDisks } from '#test/machine/owner-machine.ts';
import { OWN_MOUNTS } from '#test/machine/small-disk.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

test.runIf(hasSmallDisks).each([
  ['300k', '1\n', /^The packages are not whole: the disk is full/],
  ['3m', '0\n.bin\n', /^$/],
])('packages that npm has put on a disk of %s', (size, left, said) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  const script = `cd "$0" && mount -t tmpfs -o size=${size} none node_modules &&
    { "$@"; echo "$?"; ls -A node_modules; }`;
  const npm = ['sh', '-c', 'mkdir node_modules/.bin && : > node_modules/.bin/node'];
  const program = [process.execPath, join(import.meta.dirname, 'run-npm.js'), ...npm];
  const command = [...OWN_MOUNTS, 'sh', '-c', script, folder, ...program];
  const { stdout, stderr } = spawnSync('unshare', command, { encoding: 'utf8' });
  expect(stderr).toMatch(said);
  expect(stdout).toBe(left);
});

test('where there is no npm, that is said in one line', () => {
  const program = [join(import.meta.dirname, 'run-npm.js'), 'no-such-npm'];
  const { status, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8' });
  expect(stderr).toBe('spawn no-such-npm ENOENT\n');
  expect(status).toBe(1);
});

test("npm takes the machine's Node for the site's: on Node 20.18 or 22.11 it would leave out, without a word, what builds the pages", () => {
  const program = [join(import.meta.dirname, 'run-npm.js'), process.execPath];
  const { stdout } = spawnSync(process.execPath, [...program, '--print', 'process.version']);
  expect(String(stdout)).toBe('v26.0.0\n');
});
