import { expect, onTestFinished, test } from 'vitest';
import { temporaryPostgres } from '#test/stores/temporary-postgres.ts';
import { ids, imported, NOW, sent } from '../contract/engine.ts';

const postgres = temporaryPostgres();

test('after a dump was restored into tables that were there, letters can be sent and replaced', async () => {
  const database = await postgres.database();
  const store = await postgres.open(postgres.server.url(database));
  // What the dump brings: its letters and changes. Its row of the counter is refused, since there is one.
  const restored = [await sent(store), await sent(store)];
  await postgres.server.query('UPDATE change_counter SET seq = 0', database);

  const letter = await sent(store);
  const { items } = await store.letters.listVisible({ limit: 9 });
  expect(ids(items)).toEqual([letter, ...restored.reverse()].map(({ id }) => id));
  expect(await store.faults()).toEqual([]);

  await postgres.server.query('UPDATE change_counter SET seq = 0', database);
  await store.letters.replaceAll([letter]);
  await store.letters.importAll([imported()], NOW);
  expect(await store.faults()).toEqual([]);
});

test('after such a dump was restored, readers are not told to read all again until a letter is sent', async () => {
  const database = await postgres.database();
  const url = postgres.server.url(database);
  await sent(await postgres.open(url));
  await postgres.server.query('UPDATE change_counter SET seq = 0', database);

  const told: string[] = [];
  const store = await postgres.open(url);
  const { seq } = await store.letters.watchVisible(({ kind, seq }) => told.push(`${kind} ${seq}`));
  // Each further watch reads all changes until then, as each heartbeat does.
  for (const _ of [1, 2]) await store.letters.watchVisible(() => {});
  await sent(store);
  expect([seq, ...told]).toEqual([1, 'shown 2']);
});

test('where a restore ended before the keys were made, the database is refused', async () => {
  const database = await postgres.database();
  const url = postgres.server.url(database);
  const store = await postgres.open(url);
  await postgres.server.query('ALTER TABLE records DROP CONSTRAINT records_pkey', database);
  await expect(postgres.open(url)).rejects.toThrow(
    /^Cannot use the PostgreSQL database .*: it is not whole: .*a restore that was interrupted\. /,
  );
  expect(await store.faults()).toEqual([expect.stringContaining('or the key of one, is missing')]);
});

test('where another user restored the tables, the advice is to own them, too', async () => {
  const database = await postgres.database();
  const query = (sql: string) => postgres.server.query(sql, database);
  await postgres.open(postgres.server.url(database));
  await query(`CREATE ROLE mover LOGIN PASSWORD 'm'; ALTER DATABASE ${database} OWNER TO mover`);
  onTestFinished(async () => {
    await query(`REASSIGN OWNED BY mover TO letters; DROP OWNED BY mover; DROP ROLE mover`);
  });
  const url = postgres.server.url(database).replace(/\/\/.*@/, '//mover:m@');
  await expect(postgres.open(url)).rejects.toThrow(
    'Make it the owner of the database and its tables, or',
  );
});
