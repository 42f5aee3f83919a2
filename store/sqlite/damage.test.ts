import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import type { NewLetter } from '#core/letter.ts';
import { damageTable } from '#test/stores/damage-table.ts';
import { runSql } from '#test/stores/run-sql.ts';
import { storeAt } from '#test/stores/temporary-store.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import type { StoreOptions } from '../store-options.ts';
import { isDatabaseDamaged } from './damage.ts';
import { openDatabase } from './open-database.ts';
import { openSqliteStore } from './sqlite-store.ts';

const letter = (id: string): NewLetter => ({
  id,
  title: `Title of ${id}`,
  content: `Words of ${id}`,
  signature: 'Maren',
  date: '2026-11-20',
  hidden: false,
  createdAt: 0,
});

/** A database with two letters and a record, and a change of bytes that leaves its structure intact. */
async function keptLetters() {
  const path = join(temporaryFolder(), 'letters.db');
  const store = await openSqliteStore(path);
  for (const id of ['one', 'two']) await store.letters.create(letter(id), 0);
  await store.records.put('draft', 'one', { words: 'Words of a draft' });
  await store.close();
  const damage = (words: string, others: string) => {
    const text = readFileSync(path, 'latin1');
    expect(text).toContain(words);
    writeFileSync(path, text.replaceAll(words, others), 'latin1');
  };
  const open = (options?: StoreOptions) => storeAt(path, options);
  return { path, damage, open };
}

async function expectDamaged(work: Promise<unknown>): Promise<void> {
  const error = await work.catch((reason) => reason);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(error).toMatchObject({ kind: 'damaged' });
}

describe('words that were damaged on the disk', () => {
  test('are not returned as a letter, and nothing is written any more', async () => {
    const { damage, open } = await keptLetters();
    damage('Words of one', 'Swords of on');
    const { letters, records, ping, faults } = await open();
    await ping();
    await letters.create(letter('before'), 0);
    expect(await letters.get('nobody')).toBeNull();
    await expectDamaged(letters.get('one'));
    // What is not found may be exactly what was damaged.
    await expectDamaged(letters.get('nobody'));
    expect(await letters.get('two')).toMatchObject({ content: 'Words of two' });
    expect((await letters.listVisible({ limit: 9 })).items).toHaveLength(3);
    await expectDamaged(letters.listAll({ limit: 9 }));
    await expectDamaged(Array.fromAsync(letters.exportAll()));
    await expectDamaged(ping());
    await expectDamaged(letters.create(letter('after'), 0));
    await expectDamaged(letters.delete('two'));
    await expectDamaged(records.put('draft', 'two', {}));
    expect((await letters.listVisible({ limit: 9 })).items).toHaveLength(3);
    expect(await faults()).toEqual(['The database is damaged: restore a backup.']);
  });

  test('are not returned as an envelope', async () => {
    const { damage, open } = await keptLetters();
    damage('Title of two', 'Tittle of tw');
    const { letters } = await open();
    await expectDamaged(letters.listVisible({ limit: 9 }));
    expect(await letters.get('one')).toMatchObject({ title: 'Title of one' });
  });

  test('are not returned where the engine takes a row for empty, as one that was overwritten with zeros', async () => {
    const { damage, open } = await keptLetters();
    // The length of a row's header, before the types of its first columns: in the table, and in the index.
    damage('\x0e\x13\x37\x25', '\0\x13\x37\x25');
    damage('\x07\x37\x13\x25', '\0\x37\x13\x25');
    const { letters } = await open();
    await expectDamaged(letters.listVisible({ limit: 9 }));
    await expectDamaged(letters.get('one'));
    await expectDamaged(Array.fromAsync(letters.exportAll()));
    const leftOut = vi.fn();
    expect(await Array.fromAsync(letters.exportAll({ leftOut }))).toEqual([]);
    expect(leftOut).toHaveBeenCalledExactlyOnceWith(2);
  });

  test('are not returned as a record', async () => {
    const { damage, open } = await keptLetters();
    damage('Words of a draft', 'Words of a craft');
    const { records, faults } = await open();
    await expectDamaged(records.get('draft', 'one'));
    expect(await faults()).toHaveLength(1);
  });

  test('are found by the check at the start, even if nobody reads them', async () => {
    const { damage, open } = await keptLetters();
    damage('Words of one', 'Swords of on');
    const log = vi.fn();
    const { ping } = await open({ log });
    await vi.waitFor(() => expect(log).toHaveBeenCalledOnce(), 20_000);
    expect(log.mock.lastCall?.[0]).toBe('Damage was found when the database was looked through.');
    expect(log.mock.lastCall?.[1]).toMatchObject({ kind: 'damaged' });
    await expectDamaged(ping());
  });
});

test('damage is found also where no letter shows it, except that of the search index', async () => {
  const { path } = await keptLetters();
  const damagedAfter = (statements: string) => {
    runSql(path, statements);
    const again = new DatabaseSync(path);
    onTestFinished(() => again.close());
    return isDatabaseDamaged(again);
  };
  expect(damagedAfter("UPDATE letter_words_data SET block = x'ffffffffffff'")).toBe(false);
  const lostIndex = "DELETE FROM sqlite_schema WHERE name = 'letters_in_order_sent'";
  expect(damagedAfter(`PRAGMA writable_schema = 1; ${lostIndex}`)).toBe(true);
});

test('where a list of the search is damaged, letters are found without it, and nothing is written any more', async () => {
  const { path, open } = await keptLetters();
  damageTable(path, 'unindexed_letters');
  const { letters, records } = await open();
  const { items } = await letters.listAll({ limit: 9, search: ['words'] });
  expect(items).toHaveLength(2);
  await expectDamaged(records.put('draft', 'three', {}));
});

test('a check that fails is reported', async () => {
  const { path, open } = await keptLetters();
  // Too large for a JavaScript number.
  runSql(path, "UPDATE letters SET version = 9007199254740993 WHERE id = 'one'");
  const log = vi.fn();
  const { letters, ping } = await open({ log });
  await vi.waitFor(() => expect(log).toHaveBeenCalledOnce(), 20_000);
  const [message, reason] = log.mock.lastCall ?? [];
  expect(message).toBe('The database could not be looked through for damage.');
  expect(reason).toMatchObject({ kind: 'away', reason: expect.stringContaining('too large') });
  await ping();
  expect(await letters.get('two')).toMatchObject({ content: 'Words of two' });
});

test('changes by another program that keep the seal are no damage', async () => {
  const { path, open } = await keptLetters();
  runSql(path, "UPDATE letters SET title = 'By hand' WHERE id = 'one'");
  runSql(path, `UPDATE records SET value = '{"words":"By hand"}'`);
  const { letters, records, faults } = await open();
  expect(await letters.get('one')).toMatchObject({ title: 'By hand' });
  expect(await records.get('draft', 'one')).toMatchObject({ value: { words: 'By hand' } });
  expect(await faults()).toEqual([]);
});

test('a migration adds seals to letters that have none', async () => {
  const folder = temporaryFolder();
  const first = join(folder, 'migrations');
  mkdirSync(first);
  const name = '0001-letters.sql';
  cpSync(join(import.meta.dirname, 'migrations', name), join(first, name));
  const path = join(folder, 'letters.db');
  const old = await openDatabase(path, 0, { migrations: first });
  old.exec(`INSERT INTO letters (id, position, title, date, signature, hidden, version, content)
    VALUES ('one', 'somewhere', 'Title', NULL, 'Maren', 0, 1, 'Words of one');
    INSERT INTO records (kind, key, value) VALUES ('k', 'one', '{"n":1}')`);
  old.close();
  const store = await openSqliteStore(path);
  expect(await store.letters.get('one')).toMatchObject({ content: 'Words of one' });
  expect(await store.records.get('k', 'one')).toMatchObject({ value: { n: 1 } });
  expect(await store.faults()).toEqual([]);
  await store.close();
  writeFileSync(
    path,
    readFileSync(path, 'latin1').replace('Words of one', 'Swords of on'),
    'latin1',
  );
  await expectDamaged((await storeAt(path)).letters.get('one'));
});
