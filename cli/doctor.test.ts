import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { keptLetter, keptLetters, ownerMachine } from '#test/owner-machine.ts';

const HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`;
const hashes = { mainPassword: HASH, alternativePassword: HASH };

const LOCAL = 'note  SITE_URL is on localhost: the site is for this machine alone.';
const USABLE = 'ok    The configuration can be used.';

interface Kept {
  letters?: ReturnType<typeof keptLetters>;
  passwords?: Record<string, string> | null;
  environment?: Record<string, string>;
}

/** A machine with letters and passwords, and what the doctor says there, line by line. */
async function patient({ letters = keptLetters(3), passwords = hashes, environment }: Kept = {}) {
  const machine = ownerMachine(environment);
  const store = await machine.open();
  await store.letters.replaceAll(letters);
  if (passwords) await store.records.put('admin', 'credentials', passwords);
  await store.close();
  const doctor = (...args: string[]) => {
    const { status, stdout, stderr } = machine.letters('doctor', ...args);
    expect(stderr).toBe('');
    expect(stdout).not.toMatch(/Secret|letter-\d|\$argon2id/);
    const [verdict = '', blank, ...findings] = stdout.trimEnd().split('\n').toReversed();
    expect(blank).toBe('');
    return { status, verdict, findings: findings.toReversed() };
  };
  return { ...machine, doctor };
}

const wrongIn = (findings: string[]) => findings.filter((line) => line.startsWith('WRONG'));

describe('a healthy site', () => {
  test('has nothing wrong, and is not touched', async () => {
    const letters = [keptLetter(1), keptLetter(2, { hidden: true, date: '2026-11-20' })];
    const { doctor, database, folder } = await patient({ letters });
    const before = readFileSync(database);
    const { mtimeMs } = statSync(database);
    const { status, verdict, findings } = doctor();
    expect({ status, verdict }).toEqual({ status: 0, verdict: 'Nothing is wrong.' });
    expect(findings).toEqual([
      USABLE,
      LOCAL,
      `ok    The letters are in ${database}, which can be reached.`,
      expect.stringMatching(/^ok {4}[\d.]+ [MG]iB are free on its disk, and it takes 1 MiB\.$/),
      'ok    Nothing in it is damaged.',
      'ok    The passwords are there, as hashes.',
      'ok    All letters can be read: 2 letters, 1 of them hidden.',
    ]);
    expect(readFileSync(database).equals(before)).toBe(true);
    expect(statSync(database).mtimeMs).toBe(mtimeMs);
    expect(readdirSync(join(folder, 'data'))).toEqual(['letters.db']);
  });

  test('behind a web server of its own has nothing wrong either', async () => {
    const environment = {
      HOST: '0.0.0.0',
      SITE_URL: 'https://letters.example.org',
      TRUST_PROXY: '1',
    };
    const { doctor } = await patient({ environment });
    const { status, findings } = doctor();
    expect(status).toBe(0);
    expect(findings[0]).toBe(USABLE);
    expect(findings).not.toContain(LOCAL);
  });
});

describe('a configuration', () => {
  test('has each of its faults told, and none of its values', async () => {
    const environment = { PORT: 'Secret', SITE_URL: 'Secret', MAIN_PASSWORD: 'Secret' };
    const { doctor } = await patient({ environment });
    const { status, verdict, findings } = doctor();
    expect({ status, verdict }).toEqual({ status: 1, verdict: '2 things are wrong.' });
    expect(findings).toEqual([
      'WRONG PORT must be a port number from 0 to 65535, like 3000.',
      'WRONG SITE_URL must be an http:// or https:// address without a path, like https://letters.example.org.',
      'note  The letters were not looked at: put the configuration right first.',
    ]);
  });

  test('with an address of letters that is none does not show it', async () => {
    const { doctor } = await patient({ environment: { DATABASE_URL: 'mysql://me:Secret@host' } });
    expect(wrongIn(doctor().findings)).toEqual([
      expect.stringMatching(/^WRONG DATABASE_URL must be sqlite:PATH, /),
    ]);
  });

  test.each([
    [{ HOST: '0.0.0.0' }, 'HOST lets readers come from elsewhere, but SITE_URL is on localhost'],
    [
      { HOST: '0.0.0.0', SITE_URL: 'https://127.0.0.1' },
      'HOST lets readers come from elsewhere, but SITE_URL is on localhost',
    ],
    [
      { SITE_URL: 'http://letters.example.org', TRUST_PROXY: '1' },
      'SITE_URL begins with http://, so passwords travel in the open.',
    ],
    [
      { SITE_URL: 'https://letters.example.org' },
      'SITE_URL begins with https://, so a web server stands in front, but TRUST_PROXY is off',
    ],
  ])('%j is wrong', async (environment: Record<string, string>, words) => {
    const { doctor } = await patient({ environment });
    const { status, verdict, findings } = doctor();
    expect({ status, verdict }).toEqual({ status: 1, verdict: 'One thing is wrong.' });
    expect(wrongIn(findings)).toEqual([expect.stringContaining(`WRONG ${words}`)]);
    expect(findings).not.toContain(USABLE);
  });

  test('in a file that everyone can read, or nobody, is wrong', async () => {
    const { doctor, folder } = await patient();
    const file = join(folder, '.env');
    writeFileSync(file, 'MAIN_PASSWORD=Secret', { mode: 0o644 });
    chmodSync(file, 0o644);
    expect(wrongIn(doctor().findings)).toEqual([
      'WRONG Everyone on this machine can read .env. Passwords may be in it: run `chmod 600 .env`.',
    ]);
    chmodSync(file, 0o600);
    expect(doctor().status).toBe(0);
  });
});

describe('a store', () => {
  test('that is not there is not made', () => {
    const { letters, folder, database } = ownerMachine();
    const { status, stdout } = letters('doctor');
    expect(status).toBe(1);
    expect(stdout).toContain(`WRONG There is no database ${database}, and none was made.\n`);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that is something else is left alone', async () => {
    const { doctor, database } = await patient();
    writeFileSync(database, 'mine');
    expect(wrongIn(doctor().findings)).toEqual([
      expect.stringContaining('is not a database. It was left untouched.'),
    ]);
    expect(readFileSync(database, 'utf8')).toBe('mine');
  });

  test('that everyone can read is wrong', async () => {
    const { doctor, database } = await patient();
    chmodSync(database, 0o644);
    expect(wrongIn(doctor().findings)).toEqual([
      `WRONG Everyone on this machine can read ${database}. Hidden letters are in it: run \`chmod 600 ${database}\`.`,
    ]);
  });

  test('without passwords is worth a note', async () => {
    const { doctor } = await patient({ passwords: null });
    const { status, findings } = doctor();
    expect(status).toBe(0);
    expect(findings).toContain(
      'note  There are no passwords yet: the next start of the site makes them.',
    );
  });

  test('with a plain password, or with one alone, has that told', async () => {
    const { doctor } = await patient({ passwords: { mainPassword: 'Secret' } });
    const { status, findings } = doctor();
    expect(status).toBe(1);
    expect(findings).toContain(
      'WRONG The passwords are kept as plain text. Unlock the portal once: that puts hashes in their place.',
    );
    expect(findings).toContain('note  There is one password; `password` makes two.');
  });

  test('with odd letters has them counted', async () => {
    const { doctor } = await patient({
      letters: [
        keptLetter(1, { date: 'Secret day', title: ' \u200b' }),
        keptLetter(2, { date: '2026-02-30', title: '', hidden: true }),
        keptLetter(3, { date: null }),
      ],
    });
    const { status, findings } = doctor();
    expect(status).toBe(0);
    expect(findings.slice(-3)).toEqual([
      'ok    All letters can be read: 3 letters, 1 of them hidden.',
      'note  2 letters have a date that is none; readers see "Invalid date".',
      'note  2 letters have no title; the envelope is blank.',
    ]);
  });

  test('with a letter that no backup could bring back is wrong', async () => {
    const { doctor, database } = await patient();
    const other = new DatabaseSync(database);
    other.exec("UPDATE letters SET origin = 'Secret' WHERE id = 'letter-2'");
    other.close();
    expect(wrongIn(doctor().findings)).toEqual([
      'WRONG 1 letter could not be restored from a backup.',
    ]);
  });

  test('that is damaged says how far it can be read', async () => {
    const letters = keptLetters(100, { content: 'Secret words. '.repeat(1500) });
    const { doctor, database } = await patient({ letters });
    const bytes = readFileSync(database);
    bytes.fill(0xff, bytes.length >> 1);
    writeFileSync(database, bytes);
    expect(wrongIn(doctor().findings)).toEqual(
      expect.arrayContaining([
        'WRONG The database file is damaged: restore a backup, or export what can still be read.',
        'WRONG Not all letters can be read: database disk image is malformed.',
      ]),
    );
  });

  test('whose passwords are none is wrong', async () => {
    const { doctor, database } = await patient();
    const other = new DatabaseSync(database);
    other.exec(
      "DELETE FROM records; INSERT INTO records (kind, key, value) VALUES ('admin', 'credentials', '[]')",
    );
    other.close();
    expect(wrongIn(doctor().findings)).toEqual([
      'WRONG What is kept as passwords opens nothing: `password` makes two.',
    ]);
  });
});

describe('a file', () => {
  test('that is a whole backup is told from one that is not, and neither is touched', async () => {
    const { doctor, letters, folder } = await patient();
    letters('backup', 'mine.backup');
    const { status, findings } = doctor('mine.backup');
    expect(status).toBe(0);
    expect(findings).toEqual([
      expect.stringMatching(
        /^ok {4}mine\.backup is a whole backup, begun at 20[\d:T.-]+Z: 3 letters, none of them hidden\.$/,
      ),
      'ok    The passwords are in it, as hashes.',
    ]);
    const file = join(folder, 'mine.backup');
    const lines = readFileSync(file, 'utf8').split(/(?<=\n)/);
    writeFileSync(file, lines.slice(0, 3).join(''));
    expect(doctor('mine.backup')).toEqual({
      status: 1,
      verdict: 'One thing is wrong.',
      findings: ['WRONG The file ends after line 3, and is not whole.'],
    });
    expect(readFileSync(file, 'utf8')).toBe(lines.slice(0, 3).join(''));
    expect(readdirSync(folder).sort()).toEqual(['data', 'mine.backup']);
  });

  test('of letters that everyone can read, or without passwords, has that told', async () => {
    const { doctor, letters, folder } = await patient({ passwords: null });
    letters('backup', 'mine.backup');
    chmodSync(join(folder, 'mine.backup'), 0o644);
    expect(doctor('mine.backup').findings.slice(1)).toEqual([
      'note  There are no passwords in it.',
      'WRONG Everyone on this machine can read mine.backup. Hidden letters are in it: run `chmod 600 mine.backup`.',
    ]);
  });

  test('that is an export is looked at as `import` would', async () => {
    const { doctor, letters, folder } = await patient();
    letters('export', 'mine.json');
    expect(doctor('mine.json')).toEqual({
      status: 0,
      verdict: 'Nothing is wrong.',
      findings: [
        'ok    `import` can take in mine.json: 3 letters, none of them hidden.',
        'note  It is an export: letters alone, without the passwords. `backup` writes both.',
      ],
    });
    writeFileSync(join(folder, 'mine.json'), '[{"id": "Secret", "content": "Secret"}]');
    expect(doctor('mine.json').findings).toEqual(['WRONG Letter 1, title: is missing.']);
  });

  test('is looked at whatever is wrong with the site, and its database is not made', () => {
    const { letters, folder } = ownerMachine({ PORT: 'none' });
    writeFileSync(join(folder, 'mine.json'), '[]');
    expect(letters('doctor', 'mine.json').status).toBe(0);
    expect(letters('doctor', 'nothing').stdout).toContain('WRONG There is no file nothing.\n');
    expect(letters('doctor', '.').stdout).toContain('WRONG The file . cannot be read (EISDIR).\n');
    expect(readdirSync(folder)).toEqual(['mine.json']);
  });
});
