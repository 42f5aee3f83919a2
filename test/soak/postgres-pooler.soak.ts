import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { OwnerFacingError } from '#core/errors.ts';
import { sent } from '../../store/contract/engine.ts';
import { describeStore } from '../../store/contract.ts';
import { openPostgresStore } from '../../store/postgres/postgres-store.ts';
import { type Pgbouncer, startPgbouncer } from '../pgbouncer.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';

let server: PostgresServer;
let pooler: Pgbouncer;
beforeAll(async () => {
  server = await startPostgres();
  pooler = await startPgbouncer(server);
});
afterAll(async () => {
  await pooler.remove();
  await server.remove();
});

async function emptyDatabase(): Promise<string> {
  const database = await server.createDatabase();
  onTestFinished(() => server.dropDatabase(database));
  return database;
}

describeStore('PostgreSQL behind a pooler, with DATABASE_LISTEN_URL,', async (now) => {
  const database = await emptyDatabase();
  const [url, listenUrl] = [pooler.url(database), server.url(database)];
  return async () => {
    const store = await openPostgresStore({ engine: 'postgres', url, listenUrl }, { now });
    onTestFinished(() => store.close());
    return store;
  };
});

test('behind a pooler alone everything works, though late, and the store reports why', async () => {
  const url = pooler.url(await emptyDatabase());
  const open = async () => {
    const address = { engine: 'postgres', url, listenUrl: null } as const;
    const store = await openPostgresStore(address, { heartbeat: 100, timeout: 2000 });
    onTestFinished(() => store.close());
    return store;
  };
  const [store, other] = [await open(), await open()];
  const heard: number[] = [];
  const { seq } = await store.letters.watchVisible((change) => heard.push(change.seq));
  await Promise.all(Array.from({ length: 30 }, () => sent(other)));
  await vi.waitFor(() => expect(heard.at(-1)).toBe(seq + 30), { timeout: 30_000 });
  expect(heard).toEqual(Array.from({ length: 30 }, (_, n) => seq + n + 1));
  expect((await store.letters.listVisible({ limit: 99 })).items).toHaveLength(30);
  expect(await store.faults()).toEqual([expect.stringContaining('DATABASE_LISTEN_URL')]);
});

test('behind a pooler, what is given up while it waits for a lock leaves no connection behind', async () => {
  const database = await emptyDatabase();
  const address = { engine: 'postgres', url: pooler.url(database), listenUrl: null } as const;
  const store = await openPostgresStore(address, { timeout: 2000 });
  onTestFinished(() => store.close());
  const other = new Client({ connectionString: server.url(database) });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('BEGIN; LOCK TABLE letters');
  const reading = Array.from({ length: 30 }, () => store.letters.listVisible({ limit: 1 }));
  const answers = await Promise.allSettled(reading);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']));
  const waiting = () =>
    server.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}' AND wait_event_type = 'Lock'`,
    );
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(0), { timeout: 30_000 });
  await other.query('ROLLBACK');
  expect((await store.letters.listVisible({ limit: 1 })).items).toEqual([]);
});

test('a wrong address is reported in one line, also by a pooler', async () => {
  const database = await emptyDatabase();
  const wrong = pooler.url(database).replace(/\/\/.*@/, '//letters:Secret@');
  for (const url of [wrong, pooler.url('nowhere')]) {
    const opening = openPostgresStore({ engine: 'postgres', url, listenUrl: null }, {});
    await expect(opening).rejects.toThrow(OwnerFacingError);
    await expect(opening).rejects.toThrow('DATABASE_URL');
  }
});
