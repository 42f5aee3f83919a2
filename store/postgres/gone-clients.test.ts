import { expect, test } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import { temporaryPostgres } from '#test/stores/temporary-postgres.ts';

const postgres = temporaryPostgres();

test('what is given up while it waits for a lock leaves no connection behind', async () => {
  const { server } = postgres;
  const database = await postgres.database();
  await server.query(
    `CREATE ROLE plain LOGIN PASSWORD 'p'; ALTER DATABASE ${database} OWNER TO plain`,
  );
  const url = server.url(database).replace(/\/\/.*@/, '//plain:p@');
  const store = await postgres.open(url, { timeout: 4000 });
  const other = await postgres.client(database);
  await other.query('BEGIN; LOCK TABLE letters');
  const reading = Array.from({ length: 10 }, () => store.letters.listVisible({ limit: 1 }));
  const failures = Promise.all(
    reading.map((letters) => expect(letters).rejects.toThrow(StoreUnavailable)),
  );
  await expect.poll(() => postgres.waiting(database)).toBe(10);
  await failures;
  await expect.poll(() => postgres.waiting(database)).toBe(0);
});

test("an owner's own interval stays as it is", async () => {
  const { server } = postgres;
  const database = await postgres.database();
  await server.query(`ALTER DATABASE ${database} SET client_connection_check_interval = '9s'`);
  await postgres.open(server.url(database));
  const [row] = await server.query('SHOW client_connection_check_interval', database);
  expect(row).toEqual({ client_connection_check_interval: '9s' });
});
