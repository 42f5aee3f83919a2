import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OwnerFacingError } from '#core/errors.ts';
import { sent } from '../../store/contract/engine.ts';
import { describeStore } from '../../store/contract.ts';
import { type Pgbouncer, startPgbouncer } from '../servers/pgbouncer.ts';
import { temporaryPostgres } from '../stores/temporary-postgres.ts';

const postgres = temporaryPostgres();
let pooler: Pgbouncer;
beforeAll(async () => {
  pooler = await startPgbouncer(postgres.server);
});
afterAll(() => pooler.remove());

describeStore('PostgreSQL behind a pooler, with DATABASE_LISTEN_URL,', async (now) => {
  const database = await postgres.database();
  const listenUrl = postgres.server.url(database);
  return () => postgres.open(pooler.url(database), { listenUrl, now });
});

test('behind a pooler alone everything works, though late, and the store reports why', async () => {
  const url = pooler.url(await postgres.database());
  const open = () => postgres.open(url, { heartbeat: 100, timeout: 2000 });
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
  const database = await postgres.database();
  const store = await postgres.open(pooler.url(database), { timeout: 2000 });
  const other = await postgres.client(database);
  await other.query('BEGIN; LOCK TABLE letters');
  const reading = Array.from({ length: 30 }, () => store.letters.listVisible({ limit: 1 }));
  const answers = await Promise.allSettled(reading);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']));
  await expect.poll(() => postgres.waiting(database), { timeout: 30_000 }).toBe(0);
  await other.query('ROLLBACK');
  expect((await store.letters.listVisible({ limit: 1 })).items).toEqual([]);
});

test('a wrong address is reported in one line, also by a pooler', async () => {
  const database = await postgres.database();
  const wrong = pooler.url(database).replace(/\/\/.*@/, '//letters:Secret@');
  for (const url of [wrong, pooler.url('nowhere')]) {
    const opening = postgres.open(url);
    await expect(opening).rejects.toThrow(OwnerFacingError);
    await expect(opening).rejects.toThrow('DATABASE_URL');
  }
});
