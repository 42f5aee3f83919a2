import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { OwnerFacingError } from '#core/errors.ts';
import { runSql } from '#test/stores/run-sql.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { openDatabase } from './open-database.ts';

const path = () => join(temporaryFolder(), 'letters.db');

async function make(file: string): Promise<void> {
  (await openDatabase(file, 0)).close();
}

async function refusalOf(file: string): Promise<Error> {
  const refusal = await openDatabase(file, 0, { mode: 'existing' }).catch((error) => error);
  expect(refusal).toBeInstanceOf(OwnerFacingError);
  return refusal;
}

test('a database that is opened as it is is not changed, byte for byte', async () => {
  const file = path();
  await make(file);
  const before = readFileSync(file);
  const database = await openDatabase(file, 0, { mode: 'existing' });
  expect(database.prepare('SELECT count(*) AS count FROM letters').get()?.count).toBe(0);
  database.close();
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(dirname(file))).toEqual([basename(file)]);
});

test('a database that is opened as it is is not created if it is missing or empty, nor is its folder', async () => {
  const folder = temporaryFolder();
  const missing = join(folder, 'typo', 'letters.db');
  expect((await refusalOf(missing)).message).toMatch(
    `There is no database ${missing}, and none was made.\nStart the site once`,
  );
  const empty = join(folder, 'empty');
  writeFileSync(empty, '');
  expect((await refusalOf(empty)).message).toMatch(
    'no letters were ever kept in it.\nStart the site once',
  );
  expect((await refusalOf(folder)).message).toContain('cannot be read (it is a folder)');
  expect((await refusalOf(join(empty, 'x'))).message).toContain('There is no database');
  expect(readdirSync(folder)).toEqual(['empty']);
  expect(readFileSync(empty)).toHaveLength(0);
});

test('a database that is opened as it is is not migrated', async () => {
  const file = path();
  await make(file);
  runSql(file, 'PRAGMA user_version = 0');
  const before = readFileSync(file);
  expect((await refusalOf(file)).message).toMatch(
    /by an older version of this site\.\n.*Restart the site, which brings it up to date/,
  );
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a damaged database of an earlier version can be saved from, unless it is too old', async () => {
  const file = path();
  await make(file);
  writeFileSync(file, readFileSync(file).subarray(0, -4096));
  const leave = (step: number) =>
    runSql(file, `PRAGMA writable_schema = ON; PRAGMA user_version = ${step}`);
  leave(3);
  const before = readFileSync(file);
  const database = await openDatabase(file, 0, { mode: 'salvage' });
  expect(database.prepare('SELECT count(*) AS count FROM letters').get()?.count).toBe(0);
  database.close();
  expect(readFileSync(file).equals(before)).toBe(true);
  leave(2);
  await expect(openDatabase(file, 0, { mode: 'salvage' })).rejects.toThrow('by an older version');
});

test('a database that is opened as it is is refused if it is not ours', async () => {
  const file = path();
  writeFileSync(file, 'mine');
  expect((await refusalOf(file)).message).toContain('is not a database.');
  expect(readFileSync(file, 'utf8')).toBe('mine');
});
