import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import { temporaryPostgres } from '#test/stores/temporary-postgres.ts';
import { imported, sent } from '../contract/engine.ts';
import { connectionsTo } from './connections.ts';
import { databaseOn } from './database.ts';

const postgres = temporaryPostgres();

/** The connections to a database, and what asks it by way of them, until the test is over. */
function ask(name: string) {
  const pool = connectionsTo(postgres.server.url(name), 5000, 'test').pool();
  onTestFinished(() => pool.end());
  return { pool, database: databaseOn(pool, true) };
}

test('a connection lost between two statements fails the work, but not the process', async () => {
  const { database } = ask(await postgres.database());
  const work = database.transaction(async (session) => {
    const [row] = await session.run({ name: 'pid', text: 'SELECT pg_backend_pid() AS pid' });
    await postgres.server.query(`SELECT pg_terminate_backend(${row?.pid}, 10000)`);
    // The news may arrive slightly after the deed.
    await postgres.server.query('SELECT 1');
    return session.run({ name: 'one', text: 'SELECT 1 AS one' });
  });
  await expect(work).rejects.toThrow(StoreUnavailable);
  expect(await database.run({ name: 'one', text: 'SELECT 1 AS one' })).toEqual([{ one: 1 }]);
});

test('a prepared statement that the server has forgotten is sent whole', async () => {
  const { pool, database } = ask(await postgres.database());
  const one = { name: 'one', text: 'SELECT 1 AS one' };
  await database.run(one);
  // As behind a pooler, which gives each transaction another connection.
  await pool.query('DEALLOCATE ALL');
  expect(await database.run(one)).toEqual([{ one: 1 }]);
});

test('work that conflicts with another each time is tried ten times, and then fails', async () => {
  const { database } = ask(await postgres.database());
  let attempts = 0;
  const work = database.transaction(async (session) => {
    attempts += 1;
    await session.run({ name: 'yield', text: "DO $$BEGIN RAISE SQLSTATE '40001'; END$$" });
  });
  await expect(work).rejects.toThrow(StoreUnavailable);
  expect(attempts).toBe(10);
});

// With others, a write that had to wait would begin again each time, and a killed process would keep its locks.
test('a transaction has our settings, whatever those of the database are', async () => {
  const name = await postgres.database();
  await postgres.server.query(
    `ALTER DATABASE ${name} SET default_transaction_isolation = serializable;
     ALTER DATABASE ${name} SET lock_timeout = 0;
     ALTER DATABASE ${name} SET idle_in_transaction_session_timeout = 0`,
  );
  const settings = await ask(name).database.transaction((session) =>
    session.run({
      name: 'settings',
      text: `SELECT current_setting('transaction_isolation') AS isolation,
        current_setting('lock_timeout') AS lock,
        current_setting('idle_in_transaction_session_timeout') AS idle`,
    }),
  );
  expect(settings).toEqual([{ isolation: 'read committed', lock: '5s', idle: '10s' }]);
});

test('a write that waits for its turn fails if its connection falls silent', async () => {
  const { server } = postgres;
  const database = await postgres.database();
  const url = server.url(database);
  const { proxy, url: proxied } = await postgres.throughProxy(url);
  const store = await postgres.open(proxied);
  const first = await postgres.client(database);
  await first.query('BEGIN; SELECT seq FROM change_counter FOR UPDATE');
  const write = expect(sent(store)).rejects.toThrow(StoreUnavailable);
  await expect.poll(() => postgres.waiting(database)).toBe(1);
  proxy.freeze();
  // Otherwise its turn would come one day, nobody would end it, and all others would wait.
  await expect.poll(() => postgres.waiting(database)).toBe(0);
  await write;
});

test('an export takes longer than the database lets a transaction take', async () => {
  const { server } = postgres;
  const database = await postgres.database();
  const { letters } = await postgres.open(server.url(database));
  const all = Array.from({ length: 50 }, () => imported());
  await letters.importAll(all, 0);
  for (const limit of ['transaction_timeout', 'idle_in_transaction_session_timeout'])
    await server.query(`ALTER DATABASE ${database} SET ${limit} = 100`);
  const exported: string[] = [];
  for await (const { id } of letters.exportAll()) {
    if (exported.length === 0) await sleep(500);
    exported.push(id);
  }
  expect(exported).toEqual(all.map(({ id }) => id));
});

test('an export that is over, or was given up, leaves no open transaction behind', async () => {
  const { server } = postgres;
  const database = await postgres.database();
  const { letters } = await postgres.open(server.url(database));
  await letters.importAll([imported(), imported()], 0);
  expect(await Array.fromAsync(letters.exportAll())).toHaveLength(2);
  for await (const _ of letters.exportAll()) break;
  const left = () =>
    server.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}' AND state = 'idle in transaction'`,
    );
  // Otherwise nothing that is deleted meanwhile could ever be vacuumed.
  await vi.waitFor(async () => expect(await left()).toHaveLength(0), { timeout: 30_000 });
});
