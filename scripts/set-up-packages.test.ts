import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasSmallDisks } from '#test/machine/owner-machine.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import lock from '../package-lock.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');

/** A folder in which nothing is set up yet, and a program in it that sets it up. */
function newFolder() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'scripts'));
  for (const name of ['set-up.js', 'own-node.js', 'one-at-a-time.js', 'run-npm.js'])
    copyFileSync(join(ROOT, 'scripts', name), join(folder, 'scripts', name));
  for (const name of ['package.json', 'package-lock.json'])
    writeFileSync(join(folder, name), '{ "type": "module" }');
  const code = `import { installIfChanged } from ${JSON.stringify(join(folder, 'scripts/set-up.js'))};
    installIfChanged();`;
  return { folder, program: ['--input-type=module', '--eval', code] };
}

test.runIf(hasSmallDisks).each([
  ['package-lock.json', 'package-lock.json'],
  ['node_modules/.set-up', 'node_modules'],
  ['node_modules', 'node_modules'],
])(
  'says what to do where %s cannot be read, as after an upgrade by root with another umask',
  (path, top) => {
    const { folder, program } = newFolder();
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'node_modules/.set-up'), '');
    chmodSync(join(folder, path), 0o000);
    const unprivileged = ['--bounding-set=-all', '--inh-caps=-all', process.execPath, ...program];
    const { status, stderr } = spawnSync('setpriv', unprivileged);
    chmodSync(join(folder, path), 0o700);
    expect(String(stderr)).toMatch(/^You may not read .+\n.+chmod -R a\+rX .+\n$/);
    expect(String(stderr)).toContain(`chmod -R a+rX "${join(folder, top)}"\n`);
    expect(status).toBe(1);
  },
);

/** In the place of npm, which is at work until a file says that it may end. */
const BUSY_NPM = `
  import { existsSync, mkdirSync } from 'node:fs';
  mkdirSync('node_modules', { recursive: true });
  console.log('npm is at work');
  while (!existsSync('over')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);`;

test('of two commands in a new folder the second waits, and fetches nothing again, which would remove what the first uses', async () => {
  const { folder, program } = newFolder();
  const npm = join(folder, 'npm-cli.js');
  writeFileSync(npm, BUSY_NPM);
  const begin = () => {
    const child = spawn(process.execPath, program, {
      env: { ...process.env, npm_execpath: npm },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const command = { said: '', status: once(child, 'close').then(([status]) => status) };
    child.stderr.on('data', (words) => {
      command.said += words;
    });
    return command;
  };
  const first = begin();
  await expect.poll(() => first.said).toContain('npm is at work');
  const second = begin();
  await expect.poll(() => second.said).toContain('Waiting for it');
  writeFileSync(join(folder, 'over'), '');
  expect([await first.status, await second.status]).toEqual([0, 0]);
  expect(second.said).not.toContain('npm is at work');
});

/** In the place of npm, which goes on for long when it is told to stop. */
const STUBBORN_NPM = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  setTimeout(() => console.log('npm went on'), 10_000);
  console.log('npm is at work');`;

test.each([
  ['Ctrl-C in its terminal', -1, 'SIGINT'],
  ['a terminal that is closed', -1, 'SIGHUP'],
  ['what ends it alone', 1, 'SIGKILL'],
] as const)(
  '%s ends the set-up and npm at once, which would remove what the next start fetches',
  async (_, whom, signal) => {
    const { folder, program } = newFolder();
    const npm = join(folder, 'npm-cli.js');
    writeFileSync(npm, STUBBORN_NPM);
    // With a process group of its own, as a terminal gives to each command.
    const setUp = spawn(process.execPath, program, {
      detached: true,
      env: { ...process.env, npm_execpath: npm },
    });
    let said = '';
    setUp.stderr.setEncoding('utf8').on('data', (words) => {
      said += words;
    });
    await expect.poll(() => said).toContain('npm is at work');
    process.kill(whom * Number(setUp.pid), signal);
    // Once no process is left that could say more.
    await once(setUp, 'close');
    expect(said).not.toContain('npm went on');
  },
);

test('npm fetches the packages also where another program runs the script, as with yarn start', () => {
  const { folder, program } = newFolder();
  mkdirSync(join(folder, 'node_modules'));
  const yarn = join(folder, 'yarn.js');
  writeFileSync(yarn, 'process.exit(1)');
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho npm "$@"', { mode: 0o755 });
  const { stderr } = spawnSync(process.execPath, program, {
    env: { PATH: `${folder}:${process.env.PATH}`, npm_execpath: yarn },
  });
  expect(String(stderr)).toContain('npm ci --omit=dev');
});

/** A folder in which nothing is set up yet, and what a set-up there calls npm for. */
function newCalls() {
  const { folder, program } = newFolder();
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho npm "$@"', { mode: 0o755 });
  const environment = { PATH: `${folder}:${process.env.PATH}` };
  const calls = () => {
    const { stderr } = spawnSync(process.execPath, program, { env: environment });
    return String(stderr).match(/(?<=^npm ).*(?= --no-audit)|^npm rebuild/gm);
  };
  return { tools: join(folder, 'node_modules/vitest'), calls };
}

test('while packages are fetched, none of them runs anything: where their Node cannot run, npm would fail first', () => {
  const { tools, calls } = newCalls();
  const set = '--include=optional --ignore-scripts';
  expect(calls()).toEqual([`ci --omit=dev ${set}`]);
  mkdirSync(tools);
  expect(calls()).toEqual([`ci --include=dev ${set}`, 'npm rebuild']);
});

test('nothing is fetched again where a host has removed the tools after the build', () => {
  const { tools, calls } = newCalls();
  mkdirSync(tools, { recursive: true });
  expect(calls()).toHaveLength(2);
  spawnSync('rmdir', [tools]);
  expect(calls()).toBeNull();
});

test('none of the packages that the site needs has to run anything to be set up, but one that only warns', () => {
  const needing = Object.entries(lock.packages).filter(
    ([, about]) => 'hasInstallScript' in about && !('dev' in about),
  );
  expect(needing.map(([path]) => path)).toEqual(['node_modules/protobufjs']);
});
