import { expect, test, vi } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import type { LetterSummary } from '#core/letter.ts';
import type { Store, VisibleChange } from '#core/store.ts';
import { temporaryPostgres } from '#test/stores/temporary-postgres.ts';
import { draft, ids, imported, NOW, sent, summaryOf } from '../contract/engine.ts';

const postgres = temporaryPostgres();

/** Longer than any test, so that only announcements tell. */
const NEVER = 3_600_000;

/** What a reader sees who takes in every change, and reloads everything when told to. */
async function reader(store: Store) {
  const changes: VisibleChange[] = [];
  const seen = new Map<string, LetterSummary>();
  let reading: Promise<void> = Promise.resolve();
  const watch = await store.letters.watchVisible((change) => {
    changes.push(change);
    reading = reading.then(async () => {
      if (change.kind === 'shown') seen.set(change.letter.id, change.letter);
      else if (change.kind === 'withdrawn') seen.delete(change.id);
      else {
        const { items } = await store.letters.listVisible({ limit: 1000 });
        seen.clear();
        for (const item of items) seen.set(item.id, item);
      }
    });
  });
  const view = async () => {
    await reading;
    return [...seen.values()].sort((a, b) => (a.position < b.position ? 1 : -1));
  };
  return { seq: watch.seq, changes, view };
}

const WATCHING = `FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'letters watch'`;
const LISTENERS = `SELECT pg_terminate_backend(pid) AS ended ${WATCHING}`;

/** Resolves when so many connections of watches are open. */
async function watching(count: number, database: string): Promise<void> {
  const open = () => postgres.server.query(`SELECT ${WATCHING}`, database);
  await vi.waitFor(async () => expect(await open()).toHaveLength(count), { timeout: 30_000 });
}

test('a connection that is cut a hundred times while letters are sent misses nothing', async () => {
  const database = await postgres.database();
  const url = postgres.server.url(database);
  const log = vi.fn();
  const store = await postgres.open(url, { heartbeat: NEVER, log });
  const other = await postgres.open(url);
  const { seq, changes, view } = await reader(store);
  const letters = [];
  for (let cuts = 0; cuts < 100; ) {
    letters.push(await sent(other));
    cuts += (await postgres.server.query(LISTENERS, database)).length;
    const [first] = letters.length % 5 === 0 ? letters.splice(0, 1) : [];
    if (first) await other.letters.delete(first.id);
    else await other.letters.update(letters[0]?.id ?? '', draft(), NOW);
  }
  const last = await sent(other);
  await vi.waitFor(async () => expect(ids(await view())).toContain(last.id), { timeout: 30_000 });
  expect(await view()).toEqual((await other.letters.listVisible({ limit: 1000 })).items);
  let before = seq;
  for (const change of changes) {
    expect(change.seq).toBeGreaterThan(before);
    before = change.seq;
  }
  expect(log).toHaveBeenCalled();
});

test('more than a hundred changes at once are announced by one resync', async () => {
  const database = await postgres.database();
  const url = postgres.server.url(database);
  const store = await postgres.open(url, { heartbeat: NEVER });
  const other = await postgres.open(url);
  const { seq, changes } = await reader(store);
  await other.letters.importAll(
    Array.from({ length: 100 }, () => imported()),
    NOW,
  );
  await vi.waitFor(() => expect(changes).toHaveLength(100), { timeout: 30_000 });
  await other.letters.importAll(
    Array.from({ length: 101 }, () => imported()),
    NOW,
  );
  await vi.waitFor(() => expect(changes).toHaveLength(101), { timeout: 30_000 });
  expect(changes.map((change) => change.seq - seq)).toEqual([
    ...Array.from({ length: 100 }, (_, n) => n + 1),
    201,
  ]);
  expect(changes.at(-1)?.kind).toBe('resync');
});

test('what is not announced in time is told at the next occasion, but no letter that is hidden by then', async () => {
  const database = await postgres.database();
  const url = postgres.server.url(database);
  const { proxy, url: listenUrl } = await postgres.throughProxy(url);
  const store = await postgres.open(url, { listenUrl, heartbeat: NEVER });
  const other = await postgres.open(url);
  const { seq, changes } = await reader(store);
  proxy.freeze();
  const first = await sent(other);
  const later = await reader(store);
  expect(later.seq).toBe(seq + 1);
  const hidden = await sent(other);
  await other.letters.update(hidden.id, draft({ hidden: true }), NOW);
  const last = await sent(store);
  expect(later.changes).toEqual([
    { kind: 'withdrawn', seq: seq + 2, id: hidden.id },
    { kind: 'withdrawn', seq: seq + 3, id: hidden.id },
    { kind: 'shown', seq: seq + 4, letter: summaryOf(last) },
  ]);
  const told = { kind: 'shown', seq: seq + 1, letter: summaryOf(first) };
  expect(changes).toEqual([told, ...later.changes]);
});

test('changes that are no longer kept, or unknown, lead to a resync', async () => {
  const database = await postgres.database();
  const url = postgres.server.url(database);
  const store = await postgres.open(url, { heartbeat: 50 });
  const { changes } = await reader(store);
  const change = (sql: string) => postgres.server.query(sql, database);
  await change(`UPDATE change_counter SET seq = 3;
    INSERT INTO changes VALUES (2, 'x', 'withdrawn'), (3, 'x', 'withdrawn')`);
  await vi.waitFor(() => expect(changes).toEqual([{ kind: 'resync', seq: 3 }]), 30_000);
  await change('UPDATE change_counter SET seq = 1; DELETE FROM changes');
  await vi.waitFor(() => expect(changes.slice(1)).toEqual([{ kind: 'resync', seq: 1 }]), 30_000);
});

test('a connection that died silently is detected and replaced', async () => {
  const database = await postgres.database();
  const url = postgres.server.url(database);
  const { proxy, url: listenUrl } = await postgres.throughProxy(url);
  const log = vi.fn();
  const options = { listenUrl, timeout: 2000, heartbeat: 200, log };
  const store = await postgres.open(url, options);
  const other = await postgres.open(url);
  const { changes } = await reader(store);
  proxy.freeze();
  await sent(other);
  await vi.waitFor(() => expect(changes).toHaveLength(1), { timeout: 30_000 });
  await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(1), { timeout: 30_000 });
  await sent(other);
  await vi.waitFor(() => expect(changes).toHaveLength(2), { timeout: 30_000 });
  proxy.thaw();
  const listening = `SELECT ${WATCHING} AND state = 'idle'`;
  await sent(other);
  await vi.waitFor(
    async () => expect(await postgres.server.query(listening, database)).not.toEqual([]),
    { timeout: 30_000 },
  );
  await vi.waitFor(() => expect(changes).toHaveLength(3), { timeout: 30_000 });
  await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(2), { timeout: 30_000 });
  expect(log).toHaveBeenLastCalledWith('The watch for new letters is connected again.');
});

test('the log says once that a lost connection is restored', async () => {
  const database = await postgres.database();
  const log = vi.fn();
  const store = await postgres.open(postgres.server.url(database), { heartbeat: NEVER, log });
  await reader(store);
  await postgres.server.query(LISTENERS, database);
  await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(2), { timeout: 30_000 });
  expect(log.mock.calls.map(([said]) => said)).toEqual([
    'The watch for new letters lost its connection.',
    'The watch for new letters is connected again.',
  ]);
  const error = log.mock.calls[0]?.[1];
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(error.reason).toContain('administrator command');
  // To close it is no loss.
  await store.close();
  await watching(0, database);
  expect(log).toHaveBeenCalledTimes(2);
});

test('a watch that cannot listen yet reads the changes at each attempt, and says once that it has begun', async () => {
  const database = await postgres.database();
  const url = postgres.server.url(database);
  const { proxy, url: listenUrl } = await postgres.throughProxy(url);
  const log = vi.fn();
  const store = await postgres.open(url, { listenUrl, heartbeat: NEVER, log });
  await proxy.shut();
  const { changes } = await reader(store);
  const other = await postgres.open(url);
  const unheard = await sent(other);
  await vi.waitFor(() => expect(changes).toHaveLength(1), { timeout: 30_000 });
  await proxy.reopen();
  await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(2), { timeout: 30_000 });
  expect(log.mock.calls).toEqual([
    ['The watch for new letters could not begin.', expect.any(StoreUnavailable)],
    ['The watch for new letters has begun.'],
  ]);
  const heard = await sent(other);
  await vi.waitFor(() => expect(changes).toHaveLength(2), { timeout: 30_000 });
  expect(changes).toMatchObject([unheard, heard].map(({ id }) => ({ letter: { id } })));
});

test('changes that cannot be read are told once they can, and own ones by a resync before a write resolves', async () => {
  const database = await postgres.database();
  const url = postgres.server.url(database);
  const query = (sql: string) => postgres.server.query(sql, database);
  await query(
    `CREATE ROLE blind LOGIN PASSWORD 'blind';
    ALTER DATABASE ${database} OWNER TO blind; ALTER SCHEMA public OWNER TO blind`,
  );
  const log = vi.fn();
  const blind = url.replace(/\/\/.*@/, '//blind:blind@');
  const store = await postgres.open(blind, { heartbeat: NEVER, log });
  const { seq, changes } = await reader(store);
  // Removing old changes reads them, too; apart from that, writing is possible.
  const blindfold = 'REVOKE SELECT ON changes FROM blind; GRANT SELECT (seq) ON changes TO blind';

  await query(blindfold);
  const theirs = await sent(await postgres.open(url));
  await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(1), { timeout: 30_000 });
  await query('GRANT SELECT ON changes TO blind');
  await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(2), { timeout: 30_000 });
  expect(changes).toEqual([{ kind: 'shown', seq: seq + 1, letter: summaryOf(theirs) }]);
  // The new connection has replaced the one in doubt.
  await watching(1, database);

  await query(blindfold);
  await sent(store);
  expect(changes.slice(1)).toEqual([{ kind: 'resync', seq: seq + 2 }]);
  await query('GRANT SELECT ON changes TO blind');
  const { id } = await sent(store);
  expect(changes.slice(2)).toMatchObject([{ kind: 'shown', seq: seq + 3, letter: { id } }]);
});

test('a store that closes while a watch begins or reconnects leaves nothing behind', async () => {
  const database = await postgres.database();
  const url = postgres.server.url(database);
  const store = await postgres.open(url, { heartbeat: 1 });
  await reader(store);
  await postgres.server.query(LISTENERS, database);
  const beginning = store.letters.watchVisible(() => {}).catch((error) => error);
  await store.close();
  expect(await beginning).toBeInstanceOf(StoreUnavailable);
  const connected = `SELECT application_name FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await vi.waitFor(
    async () => expect(await postgres.server.query(connected, database)).toEqual([]),
    { timeout: 30_000 },
  );
});
