import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { GREATEST } from '#core/position.ts';
import { seededRandom } from '#test/seeded-random.ts';
import { connectionOn, find, follow, openSearchedStore } from '#test/stores/searched-store.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { draft, ids, imported, NOW, sent } from '../contract/engine.ts';
import { indexWhenIdle } from './index-when-idle.ts';
import { letterSearch } from './letter-search.ts';
import { openDatabase } from './open-database.ts';
import { searchIndex } from './search-index.ts';
import { openSqliteStore } from './sqlite-store.ts';

/** In milliseconds. Each write is synced, which takes long on a busy disk. */
const PATIENTLY = { interval: 5, timeout: 10_000 };

test('the index is updated automatically, step by step, and has few segments', async () => {
  const { store, other } = await openSearchedStore();
  const index = searchIndex(other);
  const connection = connectionOn(other);
  const following = indexWhenIdle(connection, index, 0);
  onTestFinished(following.close);
  const countParts = other.prepare('SELECT count(DISTINCT segid) AS parts FROM letter_words_idx');
  for (let letter = 0; letter < 8; letter += 1) {
    await sent(store);
    following.wrote();
    await vi.waitFor(() => expect(index.pending(1)).toBe(0), PATIENTLY);
  }
  await vi.waitFor(() => expect(countParts.get()?.parts).toBeLessThan(4), PATIENTLY);
});

test('words that no letter has any more leave the index, even if the process ended before that', async () => {
  const { store, other } = await openSearchedStore();
  const deleted = await sent(store, { content: 'ΩΨΞ' });
  const edited = await sent(store, { content: 'ЖЩЮ' });
  // With so many others that the engine alone would not merge them for the sake of two.
  for (let letter = 0; letter < 30; letter += 1) await sent(store);
  follow(other);
  const index = searchIndex(other);
  // Of one segment, with which later ones are not merged for their size alone.
  while (index.merge(true));
  // The end of a piece: it may begin like the one before it, and is stored from where they differ.
  const holding = other.prepare('SELECT 1 FROM letter_words_data WHERE instr(block, ?)');
  const isHeld = (end: string) => holding.get(Buffer.from(end)) !== undefined;
  expect(['ψξ', 'щю'].map(isHeld)).toEqual([true, true]);
  await store.letters.delete(deleted.id);
  await store.letters.update(edited.id, draft({ content: 'new' }), NOW + 1);
  follow(other);
  expect(index.wantsWholeMerge()).toBe(true);
  const following = indexWhenIdle(connectionOn(other), index, 0);
  onTestFinished(following.close);
  following.wrote();
  await vi.waitFor(() => expect(['ψξ', 'щю'].map(isHeld)).toEqual([false, false]), PATIENTLY);
  await vi.waitFor(() => expect(index.wantsWholeMerge()).toBe(false), PATIENTLY);
});

test('words of a letter that is deleted while the index is merged leave it, too', async () => {
  const { store, other } = await openSearchedStore();
  const random = seededRandom('merged letters');
  const sign = () => String.fromCodePoint(0x4e00 + Math.floor(random() * 20_000));
  // So many words that merging them takes several steps.
  const content = () => Array.from({ length: 6000 }, sign).join('');
  const long = Array.from({ length: 9 }, () => imported({ content: content() }));
  // So many that the engine alone would not merge the index for the sake of two.
  const short = Array.from({ length: 30 }, () => imported());
  await store.letters.importAll([...long, ...short], NOW);
  // Otherwise the store would merge as well.
  await store.close();
  follow(other);
  const index = searchIndex(other);
  while (index.merge(true));

  const left = ids(short.slice(0, 2));
  const deleteNext = () => other.prepare('DELETE FROM letters WHERE id = ?').run(left.pop() ?? '');
  deleteNext();
  const merge = (whole: boolean) => {
    const more = index.merge(whole);
    if (more && left.length > 0) deleteNext();
    return more;
  };
  const following = indexWhenIdle(connectionOn(other), { ...index, merge }, 0);
  onTestFinished(following.close);
  following.wrote();
  const state = () => [left.length, index.pending(1), index.wantsWholeMerge()];
  await vi.waitFor(() => expect(state()).toEqual([0, 0, false]), PATIENTLY);
});

test('what a process left to do is done after the next start', async () => {
  const file = join(temporaryFolder(), 'letters.db');
  const store = await openSqliteStore(file);
  await sent(store);
  await store.close();
  const other = await openDatabase(file, 0);
  onTestFinished(() => other.close());
  const index = searchIndex(other);
  expect(index.pending(1)).toBe(1);
  const restarted = await openSqliteStore(file);
  await vi.waitFor(() => expect(index.pending(1)).toBe(0), PATIENTLY);
  await restarted.close();
});

test('a large index is not merged for the sake of one letter', async () => {
  const { store, other } = await openSearchedStore();
  const { id } = await sent(store);
  for (let letter = 0; letter < 30; letter += 1) await sent(store);
  follow(other);
  await store.letters.delete(id);
  follow(other);
  const index = searchIndex(other);
  expect(index.wantsWholeMerge()).toBe(true);
  other.enableDefensive(false);
  other.exec(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 8001)
    INSERT INTO letter_words_data (id, block) SELECT 1000 + n, x'' FROM numbers`);
  expect(index.wantsWholeMerge()).toBe(false);
});

test('what another process wrote is indexed after the next search', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { store, other } = await openSearchedStore();
  const index = searchIndex(other);
  // What the store has to do at its start.
  await vi.advanceTimersByTimeAsync(60_000);
  const second = await openSqliteStore(other.location() as string);
  const { id } = await sent(second, { title: 'otter' });
  await second.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(index.pending(9)).toBe(1);
  expect(await find(store, 'otter')).toEqual([id]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(index.pending(9)).toBe(0);
});

test('a letter may be marked as unindexed twice, whatever conflict rule another program uses', async () => {
  const { store, other } = await openSearchedStore();
  const { id } = await sent(store, { title: 'heron' });
  for (const or of ['ABORT', 'FAIL', 'ROLLBACK', 'REPLACE']) {
    other.exec(`UPDATE OR ${or} letters SET title = 'otter'`);
  }
  other.exec(`INSERT INTO letters SELECT * FROM letters WHERE true
    ON CONFLICT (id) DO UPDATE SET title = 'ibis'`);
  expect(await find(store, 'ibis')).toEqual([id]);
  other.exec('DELETE FROM letters');
  expect(searchIndex(other).pending(9)).toBe(1);
});

test('an older version cannot index anything, and its letters are found all the same', async () => {
  const { store, other } = await openSearchedStore();
  const { id } = await sent(store, { title: 'heron' });
  const takeIn = (values: string) => {
    other.exec('BEGIN; DELETE FROM unindexed_letters');
    try {
      other.prepare(`INSERT INTO indexed_letters VALUES (${values})`).run(0, id, 'any');
    } finally {
      other.exec('ROLLBACK');
    }
  };
  expect(() => takeIn('?, ?, ?')).toThrow('has 4 columns but 3 values');
  expect(() => takeIn('?, ?, ?, 7')).toThrow('CHECK constraint failed');
  expect(await find(store, 'heron')).toEqual([id]);
});

describe('a damaged index', () => {
  async function openDamaged() {
    const { store, other } = await openSearchedStore();
    const { id } = await sent(store, { title: 'heron' });
    follow(other);
    other.enableDefensive(false);
    other.exec("UPDATE letter_words_data SET block = x'ffffffffffff'");
    const words = other.prepare("SELECT rowid FROM letter_words WHERE letter_words MATCH 'her'");
    expect(() => words.all()).toThrow('corrupt');
    return { store, other, id, words };
  }

  test('does not prevent finding and writing letters', async () => {
    const { store, id } = await openDamaged();
    expect(await find(store, 'heron')).toEqual([id]);
    const second = await sent(store, { title: 'heron' });
    expect(await find(store, 'heron')).toEqual([second.id, id]);
    expect(await store.faults()).toEqual([]);
    await store.ping();
  });

  test.each(['a letter', 'a search'])('is rebuilt when %s detects the damage', async (what) => {
    const { store, other, words } = await openDamaged();
    const index = searchIndex(other);
    const connection = connectionOn(other);
    const following = indexWhenIdle(connection, index, 0);
    onTestFinished(following.close);
    if (what === 'a letter') {
      await sent(store, { title: 'heron' });
      following.wrote();
    } else {
      await letterSearch(other, connection, index, following.damaged)(['heron'], GREATEST, 9);
    }
    const letters = what === 'a letter' ? 2 : 1;
    await vi.waitFor(() => expect(words.all()).toHaveLength(letters), PATIENTLY);
    await connection.requireWhole();
  });

  test('is rebuilt only once, since more writing does not heal a disk', async () => {
    const { store, other } = await openDamaged();
    const index = searchIndex(other);
    const clear = vi.fn(index.clear);
    const following = indexWhenIdle(connectionOn(other), { ...index, clear }, 0);
    onTestFinished(following.close);
    for (const title of ['heron', 'otter']) {
      await sent(store, { title });
      following.damaged();
      following.wrote();
      await vi.waitFor(() => expect(index.pending(1)).toBe(0), PATIENTLY);
    }
    expect(clear).toHaveBeenCalledOnce();
  });
});
