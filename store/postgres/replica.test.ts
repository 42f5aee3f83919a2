import { expect, onTestFinished, test, vi } from 'vitest';
import { startPostgres } from '#test/servers/postgres-server.ts';
import { temporaryPostgres } from '#test/stores/temporary-postgres.ts';
import { sent } from '../contract/engine.ts';

const postgres = temporaryPostgres();

const ONLY_READ = { reason: 'it can only be read, as a replica can' };

test('from a replica letters are read and watched, writing says why not, and all is well once it is promoted', async () => {
  const database = await postgres.database();
  const log = vi.fn();
  const store = await postgres.open(postgres.server.url(database), { log });
  const letter = await sent(store);
  await postgres.server.restartAsReplica();
  const ended = vi.fn();
  onTestFinished(async () => {
    if (ended.mock.calls.length === 0) await postgres.server.query('SELECT pg_promote()');
  });

  await vi.waitFor(async () => expect(await store.letters.get(letter.id)).toEqual(letter), {
    timeout: 30_000,
  });
  await expect(sent(store)).rejects.toMatchObject(ONLY_READ);
  await expect(store.records.put('k', 'a', {})).rejects.toMatchObject(ONLY_READ);
  expect(await store.faults()).toEqual([expect.stringMatching(/^The database can only be read/)]);
  // Otherwise what is cached of a replica would stay as it is, with letters that are hidden or deleted later.
  const heard = vi.fn();
  await store.letters.watchVisible(heard);
  expect(log).toHaveBeenCalledWith(
    'The watch for new letters could not begin.',
    expect.objectContaining(ONLY_READ),
  );

  await postgres.server.query('SELECT pg_promote()');
  ended();
  await sent(store);
  expect(heard).toHaveBeenCalledOnce();
  expect(await store.faults()).toEqual([]);
  // Those at which it could not listen were closed, or there would soon be none left for anybody.
  const listening = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'letters watch'";
  await vi.waitFor(
    async () => expect(await postgres.server.query(listening, database)).toHaveLength(1),
    { timeout: 30_000 },
  );
});

test('a replica to listen at is reported, because nothing is announced there', async () => {
  const replica = await startPostgres();
  onTestFinished(() => replica.remove());
  const listenUrl = replica.url(await replica.createDatabase());
  await replica.restartAsReplica();
  const store = await postgres.open(postgres.server.url(await postgres.database()), { listenUrl });
  expect(await store.faults()).toEqual([
    expect.stringMatching(/^Changes are not announced where the site listens/),
  ]);
});
