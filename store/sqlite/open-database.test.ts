import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OwnerFacingError } from '#core/errors.ts';
import { damageTable } from '#test/stores/damage-table.ts';
import { runSql } from '#test/stores/run-sql.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { APPLICATION_ID } from './database-file.ts';
import { openDatabase } from './open-database.ts';
import { openSqliteStore } from './sqlite-store.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
const STEPS = readdirSync(MIGRATIONS);

const path = () => join(temporaryFolder(), 'letters.db');
const open = (file: string, migrations = MIGRATIONS) => openDatabase(file, 0, { migrations });

async function make(file: string): Promise<void> {
  (await open(file)).close();
}

/** Expects a refusal in plain words that leaves the file, and the folder around it, as they were. */
async function expectRefusal(file: string, words: string): Promise<void> {
  const before = readFileSync(file);
  const { mtimeMs } = statSync(file);
  const refusal = await open(file).catch((error) => error);
  expect(refusal).toBeInstanceOf(OwnerFacingError);
  expect(refusal.message).toContain(file);
  expect(refusal.message).toContain(words);
  expect(refusal.message).toContain('It was left untouched.');
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
  expect(readdirSync(dirname(file))).toEqual([basename(file)]);
}

test('a database is created with its folder, readable by its owner alone, and every commit is synced', async () => {
  const file = join(temporaryFolder(), 'where', 'letters.db');
  const database = await open(file);
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  expect(pragma('journal_mode')).toBe('wal');
  expect([pragma('synchronous'), pragma('fullfsync')]).toEqual([2, 1]);
  expect(pragma('busy_timeout')).toBeGreaterThan(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  const header = readFileSync(file);
  expect(header.readUInt32BE(68)).toBe(APPLICATION_ID);
  expect(header.readUInt32BE(60)).toBe(STEPS.length);
  database.close();
});

test('an empty file becomes a database, and an existing database is opened again', async () => {
  const file = path();
  writeFileSync(file, '');
  await make(file);
  runSql(file, "INSERT INTO records (kind, key, value) VALUES ('k', 'a', '{}')");
  const database = await open(file);
  expect(database.prepare('SELECT count(*) AS n FROM records').get()).toEqual({ n: 1 });
  database.close();
});

test('a reader of the file is waited for while the tables are created', async () => {
  const file = path();
  writeFileSync(file, '');
  const reader = new DatabaseSync(file);
  reader.exec('BEGIN; SELECT * FROM sqlite_schema');
  const opening = openDatabase(file, 20_000);
  // The first attempt is over by now.
  await nextTurn();
  reader.close();
  const database = await opening;
  expect(database.isTransaction).toBe(false);
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  database.close();
});

test('a copy without the mark of its header is refused, with how to copy', async () => {
  const file = path();
  await make(file);
  runSql(file, 'PRAGMA application_id = 0');
  await expectRefusal(file, '(make it with .backup instead)');
});

test('a file that is not a database is refused', async () => {
  const file = path();
  for (const content of ['x', 'Dear diary. '.repeat(50), 'SQLite format 3\0']) {
    writeFileSync(file, content);
    await expectRefusal(file, 'is not a database');
  }
});

test("another program's database is refused", async () => {
  const file = path();
  runSql(file, 'PRAGMA user_version = 1; CREATE TABLE letters (id TEXT)');
  await expectRefusal(file, 'another program');
  runSql(file, 'PRAGMA application_id = 7');
  await expectRefusal(file, 'another program');
});

test('a newer database is refused by its header, and by its migrations table', async () => {
  const file = path();
  await make(file);
  runSql(file, "INSERT INTO migrations (number, checksum) VALUES (1000, 'x')");
  await expectRefusal(file, 'newer version');
  runSql(file, 'DELETE FROM migrations WHERE number = 1000; PRAGMA user_version = 1000');
  await expectRefusal(file, 'newer version');
  runSql(file, `PRAGMA user_version = ${STEPS.length}`);
  await expect(make(file)).resolves.toBeUndefined();
});

test('a database with another migration of the same number is refused', async () => {
  const file = path();
  await make(file);
  runSql(file, "UPDATE migrations SET checksum = 'x'");
  await expectRefusal(file, 'another edition');
});

test('a damaged database is refused', async () => {
  const file = path();
  await make(file);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xee, 100, 4096));
  await expectRefusal(file, 'damaged');
});

test('an older database whose steps cannot be read is refused, since it may lack some', async () => {
  const file = path();
  await make(file);
  runSql(file, `PRAGMA user_version = ${STEPS.length - 1}`);
  damageTable(file, 'migrations');
  await expectRefusal(file, 'damaged');
});

test('a database without one of the tables is refused before it is looked through, and closed', async () => {
  const file = path();
  await make(file);
  runSql(file, 'DROP TABLE records');
  const begun = vi.fn();
  subscribe('child_process', begun);
  onTestFinished(() => void unsubscribe('child_process', begun));
  await expect(openSqliteStore(file, { log: vi.fn() })).rejects.toThrow(/is not whole/);
  expect(begun).not.toHaveBeenCalled();
  // The last connection that is closed removes it.
  expect(existsSync(`${file}-wal`)).toBe(false);
});

test.each([
  [5, 'database is locked', 'is locked by another program', 'End the other program that uses it'],
  [10, 'disk I/O error', 'cannot be opened', 'Check if its disk is read-only, failing or full'],
  [13, 'database or disk is full', 'cannot be opened', 'Make room on the disk'],
  // As on a full disk: the index of the log cannot be made.
  [4874, 'disk I/O error', 'cannot be opened', 'Make room on the disk'],
  [7, 'out of memory', 'cannot be opened', 'Try again'],
])(
  'a whole database is not to be moved away because of error %i, %s',
  async (errcode, message, fault, remedy) => {
    const file = path();
    await make(file);
    const { prepare } = DatabaseSync.prototype;
    // The last statement that is prepared once the database is open.
    vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
      this: DatabaseSync,
      sql,
    ) {
      if (sql !== 'SELECT id FROM letters LIMIT 1') return prepare.call(this, sql);
      throw Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
    });
    const refusal = await openSqliteStore(file, { timeout: 0 }).catch((error) => error);
    expect(refusal).toBeInstanceOf(OwnerFacingError);
    expect(refusal.message).toBe(
      `The database ${file} ${fault} (${message}).\n${remedy}, or name another file in DATABASE_URL.`,
    );
  },
);

test('nothing is created for a path whose parent folder does not exist', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'typo', 'data', 'letters.db');
  await expect(open(file)).rejects.toThrow(
    `The database ${file} cannot be opened for writing (there is no such folder).\n` +
      'Make its folder, or name another file in DATABASE_URL.',
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('an inaccessible place is named', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  for (const file of [join(folder, 'file', 'letters.db'), folder]) {
    const refusal = await open(file).catch((error) => error);
    expect(refusal).toBeInstanceOf(OwnerFacingError);
    expect(refusal.message).toContain(file);
    expect(refusal.message).toMatch(/\nName another file in DATABASE_URL\.$/);
  }
});

test('advice names what gave the path', async () => {
  const file = path();
  await make(file);
  runSql(file, "UPDATE migrations SET checksum = 'x'");
  const opening = openSqliteStore(file, { addressedAs: 'TO' });
  await expect(opening).rejects.toThrow(/, or name another file in TO\.$/);
  await expect(openSqliteStore(path(), { addressedAs: 'FROM', mode: 'existing' })).rejects.toThrow(
    /and none was made\.\nName the right one in FROM\.$/,
  );
});

test('a new migration runs once, keeps the data, and shows in the header at once', async () => {
  const file = path();
  await make(file);
  const other = await open(file);
  const steps = later(
    'CREATE TABLE more (id TEXT) STRICT; ALTER TABLE letters ADD COLUMN mood TEXT',
  );
  const database = await open(file, steps);
  expect(database.prepare('SELECT mood FROM letters').all()).toEqual([]);
  expect(readFileSync(file).readUInt32BE(60)).toBe(STEPS.length + 1);
  database.close();
  other.close();
  (await open(file, steps)).close();
  await expectRefusal(file, 'newer version');
});

test('a failed migration leaves no trace', async () => {
  const file = path();
  await make(file);
  const before = readFileSync(file);
  const steps = later('CREATE TABLE more (id TEXT) STRICT; CREATE TABLE letters (id TEXT)');
  await expect(open(file, steps)).rejects.toThrow(OwnerFacingError);
  expect(readFileSync(file).equals(before)).toBe(true);
  await expect(make(file)).resolves.toBeUndefined();
});

/** A folder with all our migrations and one more. */
function later(sql: string): string {
  const folder = join(temporaryFolder(), 'migrations');
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(join(folder, `${String(STEPS.length + 1).padStart(4, '0')}-more.sql`), sql);
  return folder;
}
