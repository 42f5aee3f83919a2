import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import { GREATEST } from '#core/position.ts';
import type { Store, VisibleChange } from '#core/store.ts';
import { storeAt } from '#test/stores/temporary-store.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { draft, imported, NOW, sent } from '../contract/engine.ts';
import { describeStore } from '../contract.ts';
import { SELECT_VISIBLE } from './letter-reads.ts';
import { openMemoryDatabase } from './open-database.ts';
import { openSqliteStore } from './sqlite-store.ts';

describeStore('SQLite', async (now) => {
  const path = join(temporaryFolder(), 'letters.db');
  return () => storeAt(path, { now });
});

/** Runs a module's source in a process of its own until the test ends. */
function run(code: string, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill();
  });
  return child;
}

/** Takes the write lock, reports that, and holds it until it gets input. */
const HOLD_THE_LOCK = `
  import { DatabaseSync } from 'node:sqlite';
  const database = new DatabaseSync(process.argv[1]);
  database.exec('BEGIN IMMEDIATE');
  process.stdout.write('locked');
  process.stdin.once('data', () => {
    database.exec('COMMIT');
    process.exit();
  });
`;

async function lock(path: string) {
  const child = run(HOLD_THE_LOCK, path);
  if (child.stdout) await once(child.stdout, 'data');
  return { release: () => child.stdin?.write('release') };
}

test('an expired record is removed from the file when the next one is written', async () => {
  const path = join(temporaryFolder(), 'letters.db');
  let now = NOW;
  const { records } = await storeAt(path, { now: () => now });
  await records.put('k', 'old', {}, { expiresAt: NOW + 1 });
  now += 1;
  await records.put('k', 'new', {});
  using file = new DatabaseSync(path, { readOnly: true });
  expect(file.prepare('SELECT key FROM records').all()).toMatchObject([{ key: 'new' }]);
});

test('nothing of a deleted letter, of words that an edit has replaced, or of a deleted record stays in the file', async () => {
  const path = join(temporaryFolder(), 'letters.db');
  const store = await openSqliteStore(path);
  const words = (mark: string) => `${mark} and so on. `.repeat(1000);
  const deleted = await sent(store, { content: words('deleted-words') });
  const edited = await sent(store, { content: words('replaced-words') });
  await store.records.put('draft', 'one', { content: words('drafted-words') });
  await store.letters.update(edited.id, draft({ content: words('new-words') }), NOW + 1);
  await store.letters.delete(deleted.id);
  await store.records.delete('draft', 'one');
  await store.close();
  const file = readFileSync(path, 'latin1');
  expect(file).toContain('new-words');
  expect(file).not.toMatch(/deleted-words|replaced-words|drafted-words/);
});

test('the newest ten thousand changes are kept', async () => {
  const path = join(temporaryFolder(), 'letters.db');
  const store = await storeAt(path);
  await store.letters.importAll(
    Array.from({ length: 10_003 }, () => imported()),
    NOW,
  );
  const database = new DatabaseSync(path);
  const kept = database.prepare('SELECT min(seq) AS first, max(seq) AS last FROM changes').get();
  database.close();
  expect(kept).toEqual({ first: 4, last: 10_003 });
});

describe('beside other processes', () => {
  test('announces to readers what another process writes', async () => {
    const path = join(temporaryFolder(), 'letters.db');
    const store = await storeAt(path);
    const told = Promise.withResolvers<VisibleChange>();
    const { seq } = await store.letters.watchVisible(told.resolve);
    const letter = draft();
    run(
      `const { openSqliteStore } = await import(process.argv[1]);
       const store = await openSqliteStore(process.argv[2]);
       await store.letters.create(JSON.parse(process.argv[3]), 0);
       await store.close();`,
      import.meta.resolve('./sqlite-store.ts'),
      path,
      JSON.stringify(letter),
    );
    expect(await told.promise).toMatchObject({
      kind: 'shown',
      seq: seq + 1,
      letter: { id: letter.id, title: letter.title },
    });
    expect(await store.letters.get(letter.id)).toMatchObject(letter);
  });

  test('continues reading while another holds the lock, and a write waits its turn', async () => {
    const path = join(temporaryFolder(), 'letters.db');
    const store = await storeAt(path);
    const letter = await sent(store);
    const { release } = await lock(path);
    let written = false;
    const writing = store.letters.create(draft({ id: 'waiting' }), NOW).then((created) => {
      written = true;
      return created;
    });
    expect(await store.letters.get(letter.id)).toEqual(letter);
    expect((await store.letters.listVisible({ limit: 9 })).items).toHaveLength(1);
    await store.ping();
    const other = await storeAt(path);
    expect(await other.letters.get(letter.id)).toEqual(letter);
    expect(written).toBe(false);
    release();
    expect(await writing).toMatchObject({ outcome: 'created', letter: { id: 'waiting' } });
    expect(await store.letters.get('waiting')).not.toBeNull();
  });

  test('rejects a write that waited too long, stores nothing of it, and says why', async () => {
    const path = join(temporaryFolder(), 'letters.db');
    const store = await storeAt(path, { timeout: 50 });
    const { release } = await lock(path);
    const failure = await store.letters.create(draft({ id: 'late' }), NOW).catch((error) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(failure.cause).toMatchObject({ message: 'database is locked' });
    expect(failure.message).not.toContain(path);
    release();
    expect(await store.letters.get('late')).toBeNull();
  });

  test('has many writes wait for it together, not each in its turn as long as one', async () => {
    const path = join(temporaryFolder(), 'letters.db');
    const hasty = await storeAt(path, { timeout: 600 });
    const patient = await storeAt(path, { timeout: 10_000 });
    await lock(path);
    const refused: Store[] = [];
    const write = (store: Store) =>
      store.letters.create(draft(), NOW).catch(() => refused.push(store));
    void write(patient);
    await Promise.all(Array.from({ length: 20 }, () => write(hasty)));
    expect(refused).toEqual(Array(20).fill(hasty));
  });
});

test('the home page is read from one index, without sorting or reading the letters', () => {
  const database = openMemoryDatabase();
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${SELECT_VISIBLE}`).all(GREATEST, 25);
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH letters USING COVERING INDEX letters_visible (position<?)',
  ]);
  database.close();
});
