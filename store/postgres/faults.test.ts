import { expect, test } from 'vitest';
import { temporaryPostgres } from '#test/stores/temporary-postgres.ts';
import { imported, NOW, sent } from '../contract/engine.ts';

const postgres = temporaryPostgres();
/** In milliseconds. Announcements arrive in time, even on a busy machine. */
const PATIENT = { timeout: 30_000 };

/** A store with a few letters whose database was changed from outside, and what it reports. */
async function faultsAfter(sql: string): Promise<string[]> {
  const database = await postgres.database();
  const store = await postgres.open(postgres.server.url(database), PATIENT);
  await store.letters.importAll(
    [imported(), imported({ hidden: true }), imported(), imported()],
    NOW,
  );
  await postgres.server.query(sql.replaceAll('DATABASE', database), database);
  return store.faults();
}

test.each([
  ['DROP TABLE records', /^A table of the database, or the key of one, is missing/],
  ['DELETE FROM change_counter', /^A table of the database, or the key of one, is missing/],
  ['DELETE FROM changes WHERE seq = 2', /^The record of changes has gaps/],
  ['UPDATE change_counter SET seq = 1', /^The record of changes has gaps/],
  [
    'UPDATE letters SET created_at = created_at + 1 WHERE hidden',
    /^Letters in a wrong place in the list: 1\./,
  ],
  [
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'letters_visible'::regclass",
    /^An index of the database is broken/,
  ],
])('after %j it reports the fault', async (sql, words) => {
  const faults = await faultsAfter(sql);
  expect(faults).toEqual([expect.stringMatching(words)]);
});

test('after all letters were replaced there is no fault', async () => {
  const store = await postgres.open(postgres.server.url(await postgres.database()), PATIENT);
  await sent(store);
  await store.letters.replaceAll([]);
  expect(await store.faults()).toEqual([]);
});

test('settings that can lose commits are reported', async () => {
  const database = await postgres.database();
  await postgres.server.query(`ALTER DATABASE ${database} SET synchronous_commit = off`);
  const store = await postgres.open(postgres.server.url(database), PATIENT);
  expect(await store.faults()).toEqual([expect.stringContaining('before they are on disk')]);
});

test('a setting that lets the database only be read is reported', async () => {
  const database = await postgres.database();
  await postgres.server.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
  const store = await postgres.open(postgres.server.url(database), PATIENT);
  expect(await store.faults()).toEqual([expect.stringMatching(/^The database can only be read/)]);
});

test('a listening address that receives no notifications is reported', async () => {
  const [database, elsewhere] = [await postgres.database(), await postgres.database()];
  const listenUrl = postgres.server.url(elsewhere);
  const store = await postgres.open(postgres.server.url(database), { listenUrl, timeout: 5000 });
  expect(await store.faults()).toEqual([
    expect.stringContaining('DATABASE_LISTEN_URL to the address of this same database'),
  ]);
});

test('a user without the necessary rights is reported', async () => {
  const database = await postgres.database();
  const query = (sql: string) => postgres.server.query(sql, database);
  await query("CREATE ROLE writer LOGIN PASSWORD 'w'; GRANT ALL ON SCHEMA public TO writer");
  const url = postgres.server.url(database).replace(/\/\/.*@/, '//writer:w@');
  const store = await postgres.open(url, PATIENT);
  await sent(store);
  await query('ALTER TABLE letters OWNER TO letters; GRANT SELECT, UPDATE ON letters TO writer');
  expect(await store.faults()).toEqual([expect.stringContaining('(letters)')]);
});
