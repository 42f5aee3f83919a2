import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasTerminals } from '#test/machine/owner-machine.ts';
import { freePort } from '#test/servers/free-port.ts';
import { runSql } from '#test/stores/run-sql.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';

const SERVER = join(import.meta.dirname, 'start.js');

function start(environment: Record<string, string> = {}, cwd = temporaryFolder()) {
  const child = spawn(process.execPath, [SERVER], { cwd, env: { PORT: '0', ...environment } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }));
  const ready = async () => {
    while (!output.stdout.includes('Ctrl-C')) await once(child.stdout, 'data');
    return output.stdout;
  };
  return { cwd, child, ended, ready };
}

/** What it prints at a terminal until it is ready. Ctrl-C then stops it. */
async function linesAtTerminal(cwd: string, environment = {}): Promise<string[]> {
  const child = spawn('script', ['-qefc', `'${process.execPath}' '${SERVER}'`, '/dev/null'], {
    cwd,
    env: { PORT: '0', PATH: process.env.PATH, SHELL: '/bin/sh', ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.startsWith('To stop it')) break;
  }
  child.stdin.write('\u0003');
  await once(child, 'close');
  return lines;
}

/** The end of a pipe that takes nothing more. */
function fullPipe(path: string): number {
  execFileSync('mkfifo', [path]);
  // Open for reading, too, so that it has a reader.
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(pipe));
  expect(() => {
    for (;;) writeSync(pipe, 'a line that nobody reads\n');
  }).toThrow('EAGAIN');
  return pipe;
}

describe('npm start', () => {
  test('prints where the site is, how to log in and where letters are stored, and stops on a signal', async () => {
    const { cwd, child, ended, ready } = start();
    expect(await ready()).toMatch(
      /^The site is at http:\/\/localhost:\d+\nThe portal opens with (\S+) or (\S+) \(shown only this once\)\nLetters are kept in data\/letters\.db\nPress Ctrl-C to stop\.\n$/,
    );
    expect(existsSync(join(cwd, 'data/letters.db'))).toBe(true);
    child.kill('SIGHUP');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });

    const second = start({}, cwd);
    expect(await second.ready()).not.toContain('The portal');
    second.child.kill('SIGINT');
    expect(await second.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test.runIf(hasTerminals)('prints four lines with instructions at a terminal', async () => {
    const cwd = temporaryFolder();
    expect(await linesAtTerminal(cwd)).toEqual([
      expect.stringMatching(/^The site is at http:\/\/localhost:\d+$/),
      expect.stringMatching(/^The portal opens with \S+ or \S+ \(.*write down both\)$/),
      `Letters are kept in ${join(cwd, 'data/letters.db')}`,
      expect.stringMatching(/^To stop it, press Ctrl and C/),
    ]);
  });

  test.runIf(hasTerminals)(
    'says at a terminal that a password which was given later opens nothing',
    async () => {
      const cwd = temporaryFolder();
      const first = start({ MAIN_PASSWORD: 'given first' }, cwd);
      await first.ready();
      first.child.kill('SIGTERM');
      await first.ended;
      const given = { MAIN_PASSWORD: 'given first', ALTERNATIVE_PASSWORD: 'given later' };
      const lines = await linesAtTerminal(cwd, given);
      expect(lines.slice(1, -1)).toEqual([
        `Letters are kept in ${join(cwd, 'data/letters.db')}`,
        expect.stringMatching(/^ALTERNATIVE_PASSWORD opens nothing: .+ changes the passwords\.$/),
      ]);
    },
  );

  test('never prints passwords that it was given', async () => {
    const given = { MAIN_PASSWORD: 'given one', ALTERNATIVE_PASSWORD: 'given two' };
    const { child, ended, ready } = start(given);
    await ready();
    child.kill('SIGTERM');
    const { stdout, stderr } = await ended;
    expect(stdout.split('\n')).toHaveLength(4);
    expect(stdout + stderr).not.toContain('given');
  });

  test('reports in one line that the port is in use', async () => {
    const first = start();
    const port = /:(\d+)\n/.exec(await first.ready())?.[1] ?? '';
    const { code, stdout, stderr } = await start({ PORT: port }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^Port ${port} is in use, .+PORT=3001\\.\n$`));
  });

  test('stops on a signal also while it waits for a database to store the passwords', async () => {
    const cwd = temporaryFolder();
    const path = join(cwd, 'letters.db');
    await (await openSqliteStore(path)).close();
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const PORT = String(await freePort());
    const { child, ended } = start({ PORT, DATABASE_URL: `sqlite:${path}` }, cwd);
    await vi.waitFor(() => fetch(`http://127.0.0.1:${PORT}/healthz`), { timeout: 30_000 });
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('its log', () => {
  const passwords = { MAIN_PASSWORD: 'given one', ALTERNATIVE_PASSWORD: 'given two' };

  async function asked(environment: Record<string, string>) {
    const PORT = String(await freePort());
    const site = start({ ...passwords, ...environment, PORT });
    await site.ready();
    const ask = (path: string) => fetch(`http://127.0.0.1:${PORT}${path}`);
    return { ...site, ask };
  }

  test('contains every request, as a line of JSON', async () => {
    const { child, ended, ask } = await asked({});
    await (await ask('/letter/S3cret?word=S3cret')).text();
    child.kill('SIGTERM');
    const { stdout } = await ended;
    expect(JSON.parse(stdout.split('\n').at(-2) ?? '')).toMatchObject({
      method: 'GET',
      route: '/letter/:id',
      status: 404,
    });
    expect(stdout).not.toContain('S3cret');
  });

  test('contains no requests if they are turned off', async () => {
    const { child, ended, ask } = await asked({ REQUEST_LOG: 'off' });
    await (await ask('/')).text();
    child.kill('SIGTERM');
    expect((await ended).stdout).not.toContain('{');
  });

  test('may lose its reader', async () => {
    const { child, ended, ask } = await asked({});
    child.stdout.destroy();
    for (let count = 0; count < 3; count += 1) expect((await ask('/healthz')).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  test.skipIf(process.platform === 'win32')('may have a reader that stops reading', async () => {
    const cwd = temporaryFolder();
    const unread = fullPipe(join(cwd, 'log'));
    const PORT = String(await freePort());
    const child = spawn(process.execPath, [SERVER], {
      cwd,
      env: { ...passwords, PORT },
      stdio: ['ignore', unread, 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    await vi.waitFor(() => fetch(`http://127.0.0.1:${PORT}/healthz`), { timeout: 30_000 });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('contains each error as a line of JSON, too', async () => {
    const { cwd, child, ended, ask } = await asked({});
    runSql(join(cwd, 'data/letters.db'), 'ALTER TABLE letters RENAME TO lost');
    expect((await ask('/readyz')).status).toBe(503);
    child.kill('SIGTERM');
    const lines = (await ended).stderr.trimEnd().split('\n');
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        level: 'error',
        message: expect.stringContaining('(data/letters.db: '),
      });
    }
  });
});

test('warns about lines of the configuration that it does not read, and continues', async () => {
  const cwd = temporaryFolder();
  const lines = ['OWNERNAME=Secret', 'COLOUR=Secret', 'SITE_TITLE: Secret'];
  // As editors on Windows end lines.
  writeFileSync(join(cwd, '.env'), lines.join('\r\n'));
  const { child, ended, ready } = start({}, cwd);
  await ready();
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await ended;
  expect(code).toBe(0);
  expect(stdout + stderr).not.toContain('Secret');
  const complaints = stderr.trimEnd().split('\n');
  expect(complaints.map((line) => JSON.parse(line).message)).toEqual([
    'Line 3 of .env is not read: after SITE_TITLE there must be an equals sign, like SITE_TITLE=…',
    'Nothing reads OWNERNAME in .env. OWNER_NAME was probably meant.',
  ]);
});

test('refuses an invalid configuration in one line', async () => {
  const { cwd, ended } = start({ PORT: 'http', DATABASE_URL: 'postgres://me:secret/@host/db' });
  const { code, stdout, stderr } = await ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^PORT must be .+\. DATABASE_URL must be .+\. Correct them in \.env, .+\.\n$/,
  );
  expect(stderr).not.toContain('secret');
  expect(existsSync(join(cwd, 'data'))).toBe(false);
});

test('says of an invalid configuration also which lines are read otherwise than they look', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, '.env'), 'SITE_URL=\u201chttps://secret.example\u201d\n');
  const { stderr } = await start({}, cwd).ended;
  expect(stderr).toMatch(
    /^SITE_URL must be .+\nLine 1 of \.env: curly quotation marks are part of the value of SITE_URL; .+\n$/,
  );
  expect(stderr).not.toContain('secret');
});
