import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Letter } from '#core/letter.ts';
import { keptLetter, keptLetters, ownerMachine } from '#test/machine/owner-machine.ts';
import { damageTable } from '#test/stores/damage-table.ts';
import { readBackup } from './read-backup.ts';

const LARGE = { content: 'Secret words. '.repeat(1500) };

async function whole(path: string) {
  const letters: Letter[] = [];
  const read = await readBackup(path, (letter) => letters.push(letter));
  if (!read.ok) throw new Error(read.fault);
  return { ...read.backup, letters };
}

const unfinishedIn = (folder: string) =>
  readdirSync(folder).filter((name) => name.includes('unfinished'));

test('a backup contains every letter with all its fields, and hashes instead of plain passwords', async () => {
  const { letters, open, folder } = ownerMachine();
  const store = await open();
  const kept = keptLetters(3, { hidden: true, origin: '[["id"]]', version: 7, updatedAt: 5 });
  await store.letters.replaceAll(kept);
  await store.records.put('admin', 'credentials', {
    mainPassword: 'plain text',
    alternativePassword: '',
  });
  expect(letters('backup', 'mine.backup')).toEqual({
    status: 0,
    stdout: '3 letters and the passwords were written to mine.backup.\n',
    stderr: '',
  });
  const file = join(folder, 'mine.backup');
  expect(await whole(file)).toMatchObject({
    letters: kept,
    passwords: { mainPassword: expect.stringMatching(/^\$argon2id\$/) },
  });
  expect(readFileSync(file, 'utf8')).not.toContain('plain text');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(['data', 'mine.backup']);
});

/** Sends letters without a pause, and reports the id of each once it is kept. */
const SEND_LETTERS = `
  const { openSqliteStore } = await import(process.argv[1]);
  const store = await openSqliteStore(process.argv[2]);
  for (let n = 0; ; n += 1) {
    const letter = { id: 'sent-' + n, title: 'T', content: 'C', signature: 'S', hidden: false };
    await store.letters.create({ ...letter, date: '2026-11-20', createdAt: 0 }, Date.now());
    console.log(letter.id);
  }
`;

test('a backup taken while another process keeps sending contains every letter that was stored before', async () => {
  const { start, open, folder, database } = ownerMachine();
  await (await open()).letters.replaceAll(keptLetters(300, LARGE));
  const module = import.meta.resolve('../../store/sqlite/sqlite-store.ts');
  const writer = spawn(
    process.execPath,
    ['--input-type=module', '--eval', SEND_LETTERS, module, database],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => {
    writer.kill();
  });
  const kept: string[] = [];
  createInterface({ input: writer.stdout }).on('line', (id) => kept.push(id));
  await vi.waitFor(() => expect(kept.length).toBeGreaterThan(50), { timeout: 30_000 });

  const before = [...kept];
  const { ended } = start('backup', 'mine.backup');
  expect(await ended).toMatchObject({ status: 0, stderr: '' });
  const during = kept.length;
  await vi.waitFor(() => expect(kept.length).toBeGreaterThan(during), { timeout: 30_000 });

  const { letters } = await whole(join(folder, 'mine.backup'));
  const ids = letters.map(({ id }) => id);
  expect(ids.slice(300, 300 + before.length)).toEqual(before);
  // Of those sent meanwhile, it has all up to one moment, and none after.
  expect(ids.slice(300)).toEqual(Array.from({ length: ids.length - 300 }, (_, n) => `sent-${n}`));
});

describe('an existing file', () => {
  test('is replaced if it is a backup, also through a link', async () => {
    const { letters, open, folder } = ownerMachine();
    const store = await open();
    await store.letters.replaceAll(keptLetters(1));
    letters('backup', 'mine.backup');
    await store.letters.replaceAll(keptLetters(2));
    symlinkSync('mine.backup', join(folder, 'latest'));
    expect(letters('backup', 'latest').stdout).toBe(
      '2 letters were written to latest. There are no passwords yet.\n',
    );
    expect((await whole(join(folder, 'mine.backup'))).letters).toHaveLength(2);
    writeFileSync(join(folder, 'empty'), '');
    expect(letters('backup', 'empty').status).toBe(0);
    expect(unfinishedIn(folder)).toEqual([]);
  });

  test('is not replaced if it is anything else, such as the database', async () => {
    const { letters, open, folder, database } = ownerMachine();
    await (await open()).letters.replaceAll(keptLetters(1));
    const diary = '{"format":"diary"}\n';
    writeFileSync(join(folder, 'diary'), diary);
    for (const path of ['diary', 'data/letters.db', 'data', '/dev/null']) {
      expect(letters('backup', path)).toEqual({
        status: 1,
        stdout: '',
        stderr: `${path} already exists and is not a backup: it was left untouched. Choose another name.\n`,
      });
    }
    expect(readFileSync(join(folder, 'diary'), 'utf8')).toBe(diary);
    expect(readFileSync(database).toString('latin1', 0, 6)).toBe('SQLite');
  });

  test('is not replaced if it contains letters and the database has none', async () => {
    const { letters, open, folder } = ownerMachine();
    const store = await open();
    await store.letters.replaceAll(keptLetters(2));
    letters('backup', 'mine.backup');
    await store.letters.replaceAll([]);
    const { status, stderr } = letters('backup', 'mine.backup');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'There are no letters here now, but there are 2 in mine.backup: it was left as it is. ' +
        'Restore it, or choose another name.\n',
    });
    expect((await whole(join(folder, 'mine.backup'))).letters).toHaveLength(2);
    expect(letters('backup', 'other.backup').status).toBe(0);
    expect(unfinishedIn(folder)).toEqual([]);
  });

  test('is not replaced if it is damaged and may contain letters, and the database has none', async () => {
    const { letters, open, folder } = ownerMachine();
    const store = await open();
    await store.letters.replaceAll(keptLetters(2));
    letters('backup', 'mine.backup');
    await store.letters.replaceAll([]);
    const file = join(folder, 'mine.backup');
    const lines = readFileSync(file, 'utf8').split(/(?<=\n)/);
    const broken = lines.slice(0, 2).join('').slice(0, -3);
    for (const damaged of [lines.slice(0, 3).join(''), broken]) {
      writeFileSync(file, damaged);
      expect(letters('backup', 'mine.backup')).toEqual({
        status: 1,
        stdout: '',
        stderr:
          'There are no letters here now, but there are some in mine.backup: it was left as it is. ' +
          'Restore it, or choose another name.\n',
      });
      expect(readFileSync(file, 'utf8')).toBe(damaged);
    }
    expect(unfinishedIn(folder)).toEqual([]);
  });

  test('is not replaced if the letters cannot be read to the end', async () => {
    const { letters, open, folder, database } = ownerMachine();
    const store = await open();
    await store.letters.replaceAll(keptLetters(100, LARGE));
    letters('backup', 'mine.backup');
    const earlier = readFileSync(join(folder, 'mine.backup'));
    await store.close();
    const damaged = readFileSync(database);
    damaged.fill(0xff, damaged.length >> 1);
    writeFileSync(database, damaged);
    const { status, stdout, stderr } = letters('backup', 'mine.backup');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      'The database could not do this, and nothing was changed: the database is damaged, so restore a backup as docs/backups.md says.\n',
    );
    expect(readFileSync(join(folder, 'mine.backup')).equals(earlier)).toBe(true);
    expect(unfinishedIn(folder)).toEqual([]);
  });

  test('is replaced by one with every letter if only the index of the home page is damaged', async () => {
    const { letters, open, folder, database } = ownerMachine();
    const store = await open();
    const kept = keptLetters(100);
    await store.letters.replaceAll(kept);
    await store.close();
    damageTable(database, 'letters_visible');
    expect(letters('doctor').stdout).toContain('WRONG The database is damaged: restore a backup.');
    expect(letters('backup', 'mine.backup')).toMatchObject({ status: 0, stderr: '' });
    expect((await whole(join(folder, 'mine.backup'))).letters).toEqual(kept);
  });
});

test('does not create a missing database, and keeps the earlier backup of it', () => {
  const { letters, folder } = ownerMachine();
  const { status, stderr } = letters('backup', 'mine.backup');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^There is no database .*letters\.db, and none was made\.\nStart .+\.\n$/);
  expect(readdirSync(folder)).toEqual([]);
});

test('reports a folder that does not exist', async () => {
  const { letters, open } = ownerMachine();
  await (await open()).letters.replaceAll([keptLetter(1)]);
  expect(letters('backup', 'nowhere/mine.backup')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The file nowhere/mine.backup cannot be written: there is no such folder.\n',
  });
});
