import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import { temporaryPostgres } from '#test/temporary-postgres.ts';

const postgres = temporaryPostgres();

test('what is given up while it waits for a lock leaves no connection behind', async () => {
  const { server } = postgres;
  const database = await postgres.database();
  await server.query(
    `CREATE ROLE plain LOGIN PASSWORD 'p'; ALTER DATABASE ${database} OWNER TO plain`,
  );
  const url = server.url(database).replace(/\/\/.*@/, '//plain:p@');
  const store = await postgres.open(url, { timeout: 4000 });
  const other = new Client({ connectionString: server.url(database) });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('BEGIN; LOCK TABLE letters');
  const reading = Array.from({ length: 10 }, () => store.letters.listVisible({ limit: 1 }));
  const failures = Promise.all(
    reading.map((letters) => expect(letters).rejects.toThrow(StoreUnavailable)),
  );
  const waiting = () =>
    server.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}' AND wait_event_type = 'Lock'`,
    );
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(10), { timeout: 30_000 });
  await failures;
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(0), { timeout: 30_000 });
});

test("an owner's own interval stays as it is", async () => {
  const { server } = postgres;
  const database = await postgres.database();
  await server.query(`ALTER DATABASE ${database} SET client_connection_check_interval = '9s'`);
  await postgres.open(server.url(database));
  const [row] = await server.query('SHOW client_connection_check_interval', database);
  expect(row).toEqual({ client_connection_check_interval: '9s' });
});
