import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inspect } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import { GREATEST } from '#core/position.ts';
import { temporaryPostgres } from '#test/stores/temporary-postgres.ts';
import { draft, ids, imported, NOW, sent } from '../contract/engine.ts';
import { describeStore } from '../contract.ts';
import { SELECT_VISIBLE } from './letter-reads.ts';

const postgres = temporaryPostgres();

describeStore('PostgreSQL', async (now) => {
  const url = postgres.server.url(await postgres.database());
  return () => postgres.open(url, { now });
});

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => error,
  );

test('the newest ten thousand changes are kept', async () => {
  const database = await postgres.database();
  const store = await postgres.open(postgres.server.url(database));
  await store.letters.importAll(
    Array.from({ length: 10_003 }, () => imported()),
    NOW,
  );
  const kept = await postgres.server.query('SELECT min(seq), max(seq) FROM changes', database);
  expect(kept).toEqual([{ min: '4', max: '10003' }]);
});

test('expired records are removed when others are written', async () => {
  let now = NOW;
  const database = await postgres.database();
  const { records } = await postgres.open(postgres.server.url(database), { now: () => now });
  await records.put('k', 'old', {}, { expiresAt: NOW + 1 });
  await records.put('k', 'current', {}, { expiresAt: NOW + 2 });
  now = NOW + 1;
  await records.put('k', 'new', {});
  const kept = await postgres.server.query('SELECT key FROM records ORDER BY key', database);
  expect(kept).toEqual([{ key: 'current' }, { key: 'new' }]);
});

test('an expired record counts as missing, even if too many have expired to be removed at once', async () => {
  let now = NOW;
  const database = await postgres.database();
  const { records } = await postgres.open(postgres.server.url(database), { now: () => now });
  await postgres.server.query(
    `INSERT INTO records (kind, key, value, expires_at)
     SELECT 'k', n, '{}', ${NOW + 1} FROM generate_series(1, 300) AS n`,
    database,
  );
  const expiresAt = NOW + 2;
  const version = await records.put('k', 'a', { n: 1 }, { expiresAt });
  now = expiresAt;
  expect(await records.put('k', 'a', { n: 2 }, { ifVersion: version ?? 0 })).toBeNull();
  const again = await records.put('k', 'a', { n: 3 }, { ifVersion: 0, expiresAt: NOW + 3 });
  expect(again).not.toBe(version);
  const kept = { value: { n: 3 }, version: again, expiresAt: NOW + 3 };
  expect(await records.get('k', 'a')).toEqual(kept);
});

test('the home page is read along one index, without sorting or scanning the letters', async () => {
  const database = await postgres.database();
  const store = await postgres.open(postgres.server.url(database));
  await store.letters.importAll(
    Array.from({ length: 1000 }, () => imported()),
    NOW,
  );
  await postgres.server.query('VACUUM ANALYZE letters', database);
  const text = SELECT_VISIBLE.text.replace('$1', `'${GREATEST}'`).replace('$2', '25');
  const plan = await postgres.server.query(`EXPLAIN ${text}`, database);
  const lines = plan.map((row) => String(row['QUERY PLAN']).trim());
  expect(lines[1]).toContain('Index Scan Backward using letters_visible on letters');
  expect(lines.join()).not.toContain('Sort');
});

test('while the server is down calls say so, and afterwards everything continues', async () => {
  const database = await postgres.database();
  const log = vi.fn();
  const store = await postgres.open(postgres.server.url(database), { log });
  const other = await postgres.open(postgres.server.url(database));
  const heard: string[] = [];
  await store.letters.watchVisible((change) => {
    if (change.kind === 'shown') heard.push(change.letter.id);
  });
  const before = await sent(store);

  await postgres.server.stop();
  const calls = [
    () => store.ping(),
    () => store.letters.get(before.id),
    () => sent(store),
    () => store.records.put('k', 'a', {}),
    () => store.faults(),
    () => Array.fromAsync(store.letters.exportAll()),
    () => other.letters.watchVisible(() => {}),
  ];
  for (const call of calls) expect(await failureOf(call())).toBeInstanceOf(StoreUnavailable);

  await postgres.server.start();
  expect(await store.letters.get(before.id)).toEqual(before);
  const after = await sent(other);
  await vi.waitFor(() => expect(heard).toEqual([before.id, after.id]), { timeout: 30_000 });
  await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(2), { timeout: 30_000 });
  const said = log.mock.calls.map(([message]) => message);
  expect(said).toEqual([
    'The watch for new letters lost its connection.',
    'The watch for new letters is connected again.',
  ]);
  expect(inspect(log.mock.calls, { depth: 20 })).not.toContain(postgres.server.password);
});

test('a silent server is not waited for, and used again when it answers', async () => {
  const direct = postgres.server.url(await postgres.database());
  const { proxy, url } = await postgres.throughProxy(direct);
  // Long enough for a server that is only busy.
  const store = await postgres.open(url, { timeout: 2000, heartbeat: 200 });
  const other = await postgres.open(direct);
  const heard: string[] = [];
  await store.letters.watchVisible((change) => {
    if (change.kind === 'shown') heard.push(change.letter.id);
  });
  const letter = await sent(store);
  proxy.freeze();
  const calls = [store.letters.get(letter.id), sent(store)];
  for (const failure of await Promise.all(calls.map(failureOf)))
    expect(failure).toBeInstanceOf(StoreUnavailable);
  const missed = await sent(other);
  proxy.thaw();
  await vi.waitFor(() => expect(heard).toEqual([letter.id, missed.id]), { timeout: 30_000 });
  expect(await store.letters.get(letter.id)).toEqual(letter);
});

test('error messages of the engine quote no letter and no address', async () => {
  const database = await postgres.database();
  const store = await postgres.open(postgres.server.url(database));
  const secrets = ['Words of a hidden letter', 'hidden-id', postgres.server.password];
  const letter = draft({ id: 'hidden-id', title: secrets[0] ?? '', hidden: true });
  await store.letters.create(letter, NOW);
  const failures = [
    await failureOf(store.letters.create(letter, NOW)),
    await failureOf(store.letters.create({ ...letter, id: 'x', content: `${secrets[0]}\0` }, NOW)),
    await failureOf(
      store.letters.importAll(
        [{ ...letter, updatedAt: null, origin: null, id: 'y', signature: undefined as never }],
        NOW,
      ),
    ),
    await failureOf(
      store.letters.importAll(
        [imported({ ...letter, id: 'z', createdAt: secrets[0] as never })],
        NOW,
      ),
    ),
  ];
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(StoreUnavailable);
    const shown = inspect(failure, { depth: 20, showHidden: true });
    for (const secret of secrets) expect(shown).not.toContain(secret);
  }
  expect(inspect(failures[0])).toContain('letters_pkey');
  expect(ids((await store.letters.listAll({ limit: 9 })).items)).toEqual(['hidden-id']);
});

test('a transaction that conflicts with another is repeated', async () => {
  const database = await postgres.database();
  const store = await postgres.open(postgres.server.url(database));
  // The first two attempts of each write fail as by a deadlock.
  await postgres.server.query(
    `CREATE SEQUENCE attempts;
     CREATE FUNCTION give_way() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF nextval('attempts') < 3 THEN RAISE EXCEPTION 'gave way' USING ERRCODE = '40P01'; END IF;
       RETURN NEW;
     END $$;
     CREATE TRIGGER give_way BEFORE INSERT ON letters FOR EACH ROW EXECUTE FUNCTION give_way()`,
    database,
  );
  const letter = await sent(store);
  expect((await store.letters.listAll({ limit: 9 })).items).toEqual([letter]);
});

test('a process that has closed its store ends, even if the server does not answer any more', async () => {
  const { proxy, url } = await postgres.throughProxy(
    postgres.server.url(await postgres.database()),
  );
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { openPostgresStore } = await import(process.argv[1]);
       const address = { engine: 'postgres', url: process.argv[2], listenUrl: null };
       const store = await openPostgresStore(address, {});
       await store.letters.watchVisible(() => {});
       await store.letters.exportAll()[Symbol.asyncIterator]().next();
       process.stdout.write('open');
       process.stdin.once('data', async () => {
         await store.close();
         process.stdin.destroy();
       });`,
      import.meta.resolve('./postgres-store.ts'),
      url,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  onTestFinished(() => {
    child.kill();
  });
  await once(child.stdout, 'data');
  proxy.freeze();
  child.stdin.write('close');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});
