import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import packages from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');
const PRINT = 'process.env.MALLOC_MMAP_THRESHOLD_';

/** What a program that is started by run.js finds in its environment. */
function threshold(environment: NodeJS.ProcessEnv): string {
  const run = [join(ROOT, 'scripts/run.js'), '--print', PRINT];
  return String(spawnSync(process.execPath, run, { env: environment }).stdout).trim();
}

test('`npm start` gives memory back by the same threshold as the systemd unit', () => {
  const unit = readFileSync(join(ROOT, 'docs/deploying/letters@.service'), 'utf8');
  const [, set] = /^Environment=MALLOC_MMAP_THRESHOLD_=(\d+)$/m.exec(unit) ?? [];
  const { MALLOC_MMAP_THRESHOLD_: _, ...environment } = process.env;
  expect(threshold(environment)).toBe(set);
});

test('an owner can set another threshold', () => {
  expect(threshold({ ...process.env, MALLOC_MMAP_THRESHOLD_: '2097152' })).toBe('2097152');
});

const LATE = 'late.js';
/** Runs run.js when a file was read, as Node 20 runs every file: in the middle of a turn of its loop. */
const RUNS_LATE = `
  import { readFile } from 'node:fs';
  readFile(import.meta.filename, () => import('./scripts/run.js'));`;

/** Starts run.js as npm does, in a folder where packages are still to be fetched, which ends once `fetched` is called. */
async function settingUp(file = 'scripts/run.js') {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'scripts'));
  for (const name of [
    'scripts/run.js',
    'scripts/set-up.js',
    'scripts/own-node.js',
    'scripts/one-at-a-time.js',
    'scripts/run-npm.js',
    'package.json',
  ]) {
    copyFileSync(join(ROOT, name), join(folder, name));
  }
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  writeFileSync(join(folder, LATE), RUNS_LATE);
  const goOn = join(folder, 'go-on');
  const npm = join(folder, 'npm-cli.js');
  writeFileSync(
    npm,
    `import { existsSync } from 'node:fs';
    console.log('fetching');
    setInterval(() => existsSync(${JSON.stringify(goOn)}) && process.exit(), 20);`,
  );
  const command = `"${process.execPath}" ${file} --print "'started'" & echo "$!"; wait "$!"`;
  const shell = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { ...process.env, npm_execpath: npm, npm_lifecycle_event: 'start' },
  });
  onTestFinished(() => writeFileSync(goOn, ''));
  let output = '';
  let said = '';
  shell.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  shell.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const closed = once(shell, 'close');
  while (!output) await once(shell.stdout, 'data');
  while (!said.includes('fetching')) await once(shell.stderr, 'data');
  return {
    folder,
    shell,
    run: Number(output),
    said: () => said,
    /** @returns what the command printed, once no process is left that could print more */
    async fetched() {
      writeFileSync(goOn, '');
      await closed;
      return output.slice(output.indexOf('\n') + 1);
    },
  };
}

test('starts the command once it is set up', async () => {
  const { fetched } = await settingUp();
  expect(await fetched()).toBe('started\n');
});

test('does not start the command when npm, and with it the shell, was told to stop during the set-up', async () => {
  const { shell, fetched } = await settingUp();
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  expect(await fetched()).toBe('');
});

test.each(['scripts/run.js', LATE])(
  '%s finishes the set-up, and does not start the command, when it was told to stop meanwhile',
  async (file) => {
    const { folder, run, shell, said, fetched } = await settingUp(file);
    // Its Node can be tried, but not started then, which would be said: one that can would be told to stop before it
    // printed anything.
    for (const name of Object.keys(packages.optionalDependencies)) {
      const bin = join(folder, 'node_modules', name, 'bin');
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, 'node'), '#!/bin/sh\nchmod a-x "$0"', { mode: 0o755 });
    }
    process.kill(run, 'SIGTERM');
    expect(await fetched()).toBe('');
    expect(shell.exitCode).toBe(1);
    expect(said()).not.toContain('EACCES');
  },
);

test('ends the command when npm, and with it the shell, is told to stop: the site would keep its port', async () => {
  const site = `setTimeout(() => console.log('went on'), 10_000); console.log('runs');`;
  const command = [process.execPath, join(ROOT, 'scripts/run.js'), '--eval', site];
  const shell = spawn('sh', ['-c', '"$0" "$@" & wait "$!"', ...command], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
  });
  shell.stdout.setEncoding('utf8');
  const [output] = await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  // Ends once no process is left that could print more.
  expect(output + (await shell.stdout.toArray()).join('')).toBe('runs\n');
});

test('without a command it ends after the set-up, and starts no Node that would read from the terminal', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts/run.js')], {
    input: `console.log('read')`,
  });
  expect([status, String(stdout)]).toEqual([0, '']);
});

test('on Windows, Ctrl-C is left to the terminal, which tells the site, too: passed on, it would end it at once', async () => {
  const onWindows = `data:text/javascript,Object.defineProperty(process, 'platform', { value: 'win32' })`;
  const site = `process.on('SIGINT', () => console.log('told'));
    setTimeout(() => process.exit(3), 300);
    console.log('runs');`;
  const command = [join(ROOT, 'scripts/run.js'), '--eval', site];
  const run = spawn(process.execPath, ['--import', onWindows, ...command]);
  run.stdout.setEncoding('utf8');
  const [output] = await once(run.stdout, 'data');
  run.kill('SIGINT');
  const told = run.stdout.toArray();
  await once(run, 'exit');
  expect(output + (await told).join('')).toBe('runs\n');
  expect(run.exitCode).toBe(3);
});
