import { expect, test } from 'vitest';
import { temporaryPostgres } from '#test/stores/temporary-postgres.ts';
import { imported, NOW, sent } from '../contract/engine.ts';

const postgres = temporaryPostgres();

test('letters are imported in parts, also where what they remember of their file is long', async () => {
  const database = await postgres.database();
  const store = await postgres.open(postgres.server.url(database));
  await postgres.server.query(
    `CREATE SEQUENCE parts;
     CREATE FUNCTION count_part() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM nextval('parts'); RETURN NULL; END $$;
     CREATE TRIGGER count_part AFTER INSERT ON letters EXECUTE FUNCTION count_part()`,
    database,
  );
  const origin = JSON.stringify([['id'], ['picture', 'A'.repeat(600_000)]]);
  await store.letters.importAll([imported({ origin }), imported({ origin }), imported()], NOW);
  const parts = await postgres.server.query('SELECT last_value FROM parts', database);
  expect(parts).toEqual([{ last_value: '2' }]);
});

test('a restore waits for a letter that another instance is sending, and then removes it, too', async () => {
  const database = await postgres.database();
  const store = await postgres.open(postgres.server.url(database));
  const kept = await sent(store);
  const other = await postgres.client(database);
  await other.query(`BEGIN; SELECT seq FROM change_counter FOR UPDATE;
    INSERT INTO letters (id, position, title, signature, hidden, version, content, folded)
    VALUES ('late', 'somewhere later', 'T', 'S', false, 1, 'C', 't')`);
  const restoring = store.letters.replaceAll([kept]);
  await expect.poll(() => postgres.waiting(database)).toBe(1);
  await other.query('COMMIT');
  await restoring;
  expect(await Array.fromAsync(store.letters.exportAll())).toEqual([kept]);
});
