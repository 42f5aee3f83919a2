import { chmodSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownerMachine } from '#test/machine/owner-machine.ts';
import { patient } from '#test/machine/patient.ts';

describe('a file', () => {
  test('is recognised as an intact or a damaged backup, and not changed', async () => {
    const { doctor, letters, folder } = await patient();
    letters('backup', 'mine.backup');
    const { status, findings } = doctor('mine.backup');
    expect(status).toBe(0);
    expect(findings).toEqual([
      expect.stringMatching(
        /^ok {4}mine\.backup is a whole backup, begun at 20[\d-]{8} \d\d:\d\d UTC: 3 letters, none of them hidden\.$/,
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

  test('is reported if everyone can read it, or if it has no passwords', async () => {
    const { doctor, letters, folder } = await patient({ passwords: null });
    letters('backup', 'mine.backup');
    chmodSync(join(folder, 'mine.backup'), 0o644);
    expect(doctor('mine.backup').findings.slice(1)).toEqual([
      'note  There are no passwords in it.',
      'WRONG Everyone on this machine can read mine.backup. Hidden letters are in it: run `chmod 600 "mine.backup"`. Where that changes nothing, as on most USB sticks, keep the disk to yourself.',
    ]);
    renameSync(join(folder, 'mine.backup'), join(folder, 'my letters.backup'));
    expect(doctor('my letters.backup').findings.at(-1)).toContain(
      'run `chmod 600 "my letters.backup"`.',
    );
  });

  test('that is an export is checked as by `import`', async () => {
    const { doctor, letters, folder } = await patient();
    letters('export', 'mine.json');
    expect(doctor('mine.json')).toEqual({
      status: 0,
      verdict: 'Nothing is wrong.',
      findings: [
        'ok    `import` can read mine.json: 3 letters, none of them hidden.',
        'note  It is an export: only the letters, without the passwords. `backup` writes both.',
      ],
    });
    writeFileSync(join(folder, 'mine.json'), '[{"id": "Secret", "content": "Secret"}]');
    expect(doctor('mine.json').findings).toEqual(['WRONG Letter 1, title: is missing.']);
  });

  test('that is an export is reported if everyone can read it and a letter in it is hidden', async () => {
    const { doctor, folder } = await patient({ letters: [] });
    const letter = { id: 'one', title: 'Hello', content: 'Words' };
    const file = join(folder, 'mine.json');
    writeFileSync(file, JSON.stringify([letter]), { mode: 0o644 });
    expect(doctor('mine.json').status).toBe(0);
    writeFileSync(file, JSON.stringify([letter, { ...letter, id: 'two', hidden: true }]));
    expect(doctor('mine.json')).toMatchObject({
      status: 1,
      findings: expect.arrayContaining([
        'WRONG Everyone on this machine can read mine.json. Hidden letters are in it: run `chmod 600 "mine.json"`. Where that changes nothing, as on most USB sticks, keep the disk to yourself.',
      ]),
    });
  });

  test('that is an export saved by an editor is recognised as `import` recognises it', async () => {
    const { doctor, letters, folder } = await patient({ letters: [] });
    const file = join(folder, 'mine.json');
    const letter = '[{"id": "one", "title": "Café", "content": "Words"}]';
    writeFileSync(file, `\ufeff${letter}`);
    expect(doctor('mine.json').findings).toContain(
      'ok    `import` can read mine.json: 1 letter, none of them hidden.',
    );
    expect(letters('import', 'mine.json').status).toBe(0);
    writeFileSync(file, letter, 'latin1');
    const words = 'The file mine.json is not an export: it is not UTF-8 text.';
    expect(doctor('mine.json').findings).toEqual([`WRONG ${words}`]);
    expect(letters('import', 'mine.json').stderr).toContain(words);
  });

  test('is checked whatever is wrong with the site, and no database is created', () => {
    const { letters, folder } = ownerMachine({ PORT: 'none' });
    writeFileSync(join(folder, 'mine.json'), '[]');
    expect(letters('doctor', 'mine.json').status).toBe(0);
    expect(letters('doctor', 'nothing').stdout).toContain(
      'WRONG There is no file nothing. Is it in this folder, and spelt like that?\n',
    );
    expect(letters('doctor', '.').stdout).toContain(
      'WRONG The file . cannot be read: it is a folder.\n',
    );
    expect(readdirSync(folder)).toEqual(['mine.json']);
  });
});
