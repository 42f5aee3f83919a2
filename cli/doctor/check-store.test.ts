import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HASHES, keptLetter, keptLetters, ownerMachine } from '#test/machine/owner-machine.ts';
import { patient, wrongIn } from '#test/machine/patient.ts';
import { runSql } from '#test/stores/run-sql.ts';
import { hashPassword } from '../../access/password-hash.ts';

describe('a store', () => {
  test('that does not exist is not created', () => {
    const { letters, folder, database } = ownerMachine();
    const { status, stdout } = letters('doctor');
    expect(status).toBe(1);
    expect(stdout).toContain(`WRONG There is no database ${database}, and none was made. Start`);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that is something else is not changed', async () => {
    const { doctor, database } = await patient();
    writeFileSync(database, 'mine');
    expect(wrongIn(doctor().findings)).toEqual([
      expect.stringContaining('is not a database. It was left untouched.'),
    ]);
    expect(readFileSync(database, 'utf8')).toBe('mine');
  });

  test('that everyone can read is reported', async () => {
    const { doctor, database } = await patient();
    chmodSync(database, 0o644);
    expect(wrongIn(doctor().findings)).toEqual([
      `WRONG Everyone on this machine can read ${database}. Hidden letters are in it: run \`chmod 600 "${database}"\`. Where that changes nothing, as on most USB sticks, keep the disk to yourself.`,
    ]);
  });

  test('without passwords gets a note', async () => {
    const { doctor } = await patient({ passwords: null });
    const { status, findings } = doctor();
    expect(status).toBe(0);
    expect(findings).toContain(
      'note  There are no passwords yet: the next start of the site takes those of the configuration, or makes them.',
    );
  });

  test('with a plain or a single password has that reported, and no password tried', async () => {
    const passwords = { mainPassword: 'Secret' };
    const environment = { MAIN_PASSWORD: 'Secret', ALTERNATIVE_PASSWORD: 'Secret other' };
    const { doctor, open } = await patient({ passwords, environment });
    const { status, findings } = doctor();
    expect(status).toBe(1);
    expect(findings).toContain(
      'WRONG The passwords are kept as plain text. Unlock the portal once: that puts hashes in their place.',
    );
    expect(findings).toContain('note  There is one password; `password` makes two.');
    expect(findings.filter((words) => words.includes('opens nothing'))).toEqual([]);
    const { records } = await open();
    expect((await records.get('admin', 'credentials'))?.value).toEqual(passwords);
  });

  test('whose passwords differ from the configuration has that reported, without a password', async () => {
    const environment = { MAIN_PASSWORD: 'Secret main', ALTERNATIVE_PASSWORD: 'Secret other' };
    const { doctor, open } = await patient({ environment });
    const opensNothing = (name: string) =>
      `note  ${name} opens nothing: it is used only while there are no passwords yet. \`npm run letters -- password\` changes the passwords.`;
    const { status, findings } = doctor();
    expect(status).toBe(0);
    expect(findings).toContain(opensNothing('MAIN_PASSWORD'));
    expect(findings).toContain(opensNothing('ALTERNATIVE_PASSWORD'));
    const { records } = await open();
    const mainPassword = await hashPassword('Secret main', randomBytes);
    await records.put('admin', 'credentials', { ...HASHES, mainPassword });
    expect(doctor().findings).not.toContain(opensNothing('MAIN_PASSWORD'));
    expect(doctor().findings).toContain(opensNothing('ALTERNATIVE_PASSWORD'));
  });

  test('with unusual letters has them counted', async () => {
    const { doctor } = await patient({
      letters: [
        keptLetter(1, { date: 'Secret day', title: ' \u200b' }),
        keptLetter(2, { date: '2026-02-30', title: '', hidden: true }),
        keptLetter(3, { date: null }),
        keptLetter(4, { id: 'toot5Lg8eGxkdben2LjE', hidden: true }),
      ],
    });
    const { status, findings } = doctor();
    expect(status).toBe(0);
    expect(findings.slice(-4)).toEqual([
      'ok    All letters can be read: 4 letters, 2 of them hidden.',
      'note  1 letter has a link too short for a hidden letter: it may be guessed, so send a new letter instead.',
      'note  2 letters have a date that cannot be read: look for "Invalid date" in the portal\'s list.',
      'note  2 letters have no title; the envelope is blank.',
    ]);
  });

  test('with a letter that could not be restored from a backup is reported', async () => {
    const { doctor, database } = await patient();
    runSql(database, "UPDATE letters SET origin = 'Secret' WHERE id = 'letter-2'");
    expect(wrongIn(doctor().findings)).toEqual([
      'WRONG 1 letter could not be restored from a backup.',
    ]);
  });

  test('with a letter that is too large for a backup is reported', async () => {
    const { doctor, database } = await patient();
    const large = `'[["photo","' || hex(zeroblob(${35 * 1024 * 1024})) || '"]]'`;
    runSql(database, `UPDATE letters SET origin = ${large} WHERE id = 'letter-3'`);
    expect(wrongIn(doctor().findings)).toEqual([
      'WRONG 1 letter is too large for a backup, so none can be written: `backup` says which.',
    ]);
  });

  test('that is damaged is reported, with how much can be read', async () => {
    const letters = keptLetters(100, { content: 'Secret words. '.repeat(1500) });
    const { doctor, database } = await patient({ letters });
    const bytes = readFileSync(database);
    bytes.fill(0xff, bytes.length >> 1);
    writeFileSync(database, bytes);
    expect(wrongIn(doctor().findings)).toEqual(
      expect.arrayContaining([
        'WRONG The database is damaged: restore a backup.',
        'WRONG Not all letters can be read: the database is damaged, so restore a backup as docs/backups.md says.',
      ]),
    );
  });

  test('with invalid passwords is reported', async () => {
    const { doctor, database } = await patient();
    runSql(database, "UPDATE records SET value = '[]' WHERE key = 'credentials'");
    expect(wrongIn(doctor().findings)).toEqual([
      'WRONG The stored passwords open nothing: `password` sets two new ones.',
    ]);
  });
});
