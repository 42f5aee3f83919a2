import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEPT_COMPILED } from '#test/machine/kept-compiled.ts';
import { HASHES, hasTerminals, ownerMachine, passwordsIn } from '#test/machine/owner-machine.ts';
import { createTestSite, MAIN_PASSWORD } from '#test/site/create-test-site.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { createKnownDevices } from '../access/known-devices.ts';

function password(databasePath: string, input: string | Buffer, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'letters.ts'), 'password', ...args],
    {
      cwd: temporaryFolder(),
      encoding: 'utf8',
      input,
      env: { ...KEPT_COMPILED, DATABASE_URL: `sqlite:${databasePath}` },
    },
  );
  return { status, stdout, stderr };
}

const CHANGED = 'The passwords were changed, and every open portal is locked.\n';

test('changes both passwords while the site runs, and locks every open portal', async () => {
  const site = await createTestSite();
  const Cookie = await site.unlock();
  expect(password(site.databasePath, 'new main\r\nnew other\r\n')).toEqual({
    status: 0,
    stdout: CHANGED,
    stderr: '',
  });
  const open = await site.call('GET', '/api/portal/letters', undefined, { Cookie });
  expect(open.status).toBe(401);
  await expect(site.unlock(MAIN_PASSWORD)).rejects.toThrow('password-wrong');
  expect(await site.unlock('new main')).toMatch(/^letters_session=/);
  expect(await site.unlock('new other')).toMatch(/^letters_session=/);
});

test('makes every known browser unknown', async () => {
  const site = await createTestSite();
  const { records } = site.store;
  const devices = createKnownDevices({ records, now: Date.now, randomBytes });
  const token = await devices.remember();
  expect(await devices.recognise(token)).not.toBeNull();
  expect(password(site.databasePath, 'new main\nnew other\n').status).toBe(0);
  expect(await devices.recognise(token)).toBeNull();
});

test('makes new passwords with --generate, and shows them', async () => {
  const site = await createTestSite();
  const { stdout } = password(site.databasePath, '', '--generate');
  const made = /^The portal opens with (\S+) or (\S+)$/m.exec(stdout);
  expect(await site.unlock(made?.[1])).toMatch(/^letters_session=/);
  expect(await site.unlock(made?.[2])).toMatch(/^letters_session=/);
});

test('shows the new passwords even if open portals cannot be locked', async () => {
  const site = await createTestSite();
  await site.unlock();
  site.database(`CREATE TRIGGER stuck BEFORE DELETE ON records WHEN OLD.kind = 'session'
    BEGIN SELECT RAISE(ABORT, 'it is stuck'); END`);
  const { status, stdout, stderr } = password(site.databasePath, '', '--generate');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'The passwords were changed, but open portals could not be locked: it is stuck. Run the command again.\n',
  });
  const made = /^The portal opens with (\S+) or (\S+)\n$/.exec(stdout);
  expect(await site.unlock(made?.[1])).toMatch(/^letters_session=/);
  expect(await site.unlock(made?.[2])).toMatch(/^letters_session=/);
});

async function machineWithPasswords() {
  const machine = ownerMachine();
  const store = await machine.open();
  await store.records.put('admin', 'credentials', HASHES);
  return { ...machine, kept: () => passwordsIn(store) };
}

test.each([
  '',
  'a long one\n',
  '\na long two\n',
  'a long one\nshort\n',
  `a long one\n${'x'.repeat(1025)}\n`,
])('changes nothing unless it gets two passwords', async (input) => {
  const { database, kept } = await machineWithPasswords();
  const { status, stdout, stderr } = password(database, input);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('Two passwords of 8 to 1024 characters are needed');
  expect(stderr).not.toContain('a long one');
  expect(await kept()).toEqual(HASHES);
});

test('takes no passwords of a file in another encoding, with which nobody could unlock the portal', async () => {
  const { database, kept } = await machineWithPasswords();
  const lines = 'lámpara una\r\nlámpara dos\r\n';
  for (const bytes of [
    Buffer.from(lines, 'latin1'),
    Buffer.from(`\ufeff${lines}`, 'utf16le'),
    Buffer.from('one long word\r\nanother word\r\n', 'utf16le'),
  ]) {
    expect(password(database, bytes)).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'The passwords are not UTF-8 text: save their file in that encoding. Nothing was changed.\n',
    });
  }
  expect(await kept()).toEqual(HASHES);
});

test('changes nothing if both passwords are the same', async () => {
  const { database, kept } = await machineWithPasswords();
  const { status, stderr } = password(database, 'a long one\na long one\n');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'The two passwords must differ. Nothing was changed.\n',
  });
  expect(await kept()).toEqual(HASHES);
});

test('creates no missing database, and does not claim a change', () => {
  const path = join(temporaryFolder(), 'letters.db');
  for (const [input, ...args] of [['a long one\na long two\n'], ['', '--generate']] as const) {
    expect(password(path, input, ...args)).toEqual({
      status: 1,
      stdout: '',
      stderr: `There is no database ${path}, and none was made.\nStart the site once in this folder, which makes one, or name the right one in DATABASE_URL.\n`,
    });
  }
  expect(existsSync(path)).toBe(false);
});

const RULE =
  'Two different passwords of 8 to 1024 characters are needed. What you type is not shown.\r\n';
const CHANGED_THERE = CHANGED.replace('\n', '\r\n');

test.runIf(hasTerminals)('on a terminal states the rule before anything is typed', async () => {
  const { startOnTerminal, kept } = await machineWithPasswords();
  const { process, says, ended } = startOnTerminal('password');
  await says('Main password: ');
  process.stdin?.write('\u0003');
  const { stdout } = await ended;
  expect(stdout).toBe(`${RULE}Main password: \r\nNothing was changed.\r\n`);
  expect(await kept()).toEqual(HASHES);
});

test.runIf(hasTerminals)('on a terminal reports a fault at once, and asks again', async () => {
  const { startOnTerminal, kept } = await machineWithPasswords();
  const { process, says, ended } = startOnTerminal('password');
  let said = '';
  for (const [question, answer] of [
    ['Main password: ', 'short'],
    ['A password has 8 to 1024 characters. Once more:\r\nMain password: ', 'a long one'],
    ['Main password again: ', 'a lon gone'],
    ['The two entries of the main password differ. Once more:\r\nMain password: ', 'a long one'],
    ['Main password again: ', 'a long one'],
    ['Alternative password: ', 'a long one'],
    [
      'That is the main password, and the two must differ. Once more:\r\nAlternative password: ',
      'a long two',
    ],
    ['Alternative password again: ', 'a long two'],
  ] as const) {
    said += question;
    await says(said);
    process.stdin?.write(`${answer}\r`);
    said += '\r\n';
  }
  const { status, stdout } = await ended;
  expect({ status, stdout }).toEqual({ status: 0, stdout: `${RULE}${said}${CHANGED_THERE}` });
  expect(await kept()).not.toEqual(HASHES);
});

test.runIf(hasTerminals)(
  'on a terminal says that generated passwords are shown only now',
  async () => {
    const { startOnTerminal } = await machineWithPasswords();
    const { stdout } = await startOnTerminal('password', '--generate').ended;
    expect(stdout).toMatch(
      /^The portal opens with \S+ or \S+ \(shown only now, so write down both\)\r\n/,
    );
  },
);
