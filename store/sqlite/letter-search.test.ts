import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Store } from '#core/store.ts';
import { seededRandom } from '#test/seeded-random.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { ids, imported, NOW, sent } from '../contract/engine.ts';
import { foldText } from '../fold-text.ts';
import { connectionTo } from './connection.ts';
import { indexWhenIdle } from './index-when-idle.ts';
import { letterSearch, SELECT_INDEXED } from './letter-search.ts';
import { openDatabase } from './open-database.ts';
import { searchIndex } from './search-index.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { queryFor } from './word-pieces.ts';

/** Each write is synced, which takes long on a busy disk. In milliseconds. */
const PATIENTLY = { interval: 5, timeout: 10_000 };

/** A store, and a connection of somebody else to its file. */
async function openPlace(): Promise<{ store: Store; other: DatabaseSync }> {
  const file = join(temporaryFolder(), 'letters.db');
  const store = await openSqliteStore(file);
  const other = await openDatabase(file, 0);
  onTestFinished(async () => {
    other.close();
    await store.close();
  });
  return { store, other };
}

/** Lets the index follow, without waiting until the store is idle. @param times pieces at most */
function follow(database: DatabaseSync, times = Number.POSITIVE_INFINITY): void {
  const index = searchIndex(database);
  database.exec('BEGIN IMMEDIATE');
  for (let piece = 0; piece < times && index.behind(1) > 0; piece += 1) index.takeIn();
  database.exec('COMMIT');
}

const find = async (store: Store, search: string) =>
  ids((await store.letters.listAll({ limit: 9, search })).items);

test('finds the same with an index that has followed, with one that has not, and between', async () => {
  const { store, other } = await openPlace();
  const random = seededRandom('searched letters');
  const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)] as Item;
  const words = [
    'Żółw',
    'ab',
    '未來的你',
    'a"b',
    '🎂🎂',
    'ligature ﬁ',
    'Ἀθῆναι',
    '100%',
    'c\0d',
    '-',
  ];
  const text = () =>
    Array.from({ length: 1 + random() * 4 }, () => pick(words)).join(pick([' ', '']));
  const letters = Array.from({ length: 60 }, (_, at) => {
    const createdAt = pick([null, NOW, NOW - 86_400_000, at * 40_000_000]);
    return imported({ title: text(), content: text(), createdAt });
  });
  await store.letters.importAll(letters, NOW);
  const { items } = await store.letters.listAll({ limit: 100 });

  for (const pieces of [0, 2, Number.POSITIVE_INFINITY]) {
    follow(other, pieces);
    for (let turn = 0; turn < 40; turn += 1) {
      const from = Math.floor(random() * 8);
      const search = [...pick(items).content].slice(from, from + 1 + random() * 6).join('');
      const expected = items.filter((letter) =>
        [letter.title, letter.content, letter.signature].some((field) =>
          foldText(field).includes(foldText(search)),
        ),
      );
      const found: string[] = [];
      let after: string | undefined;
      do {
        const page = await store.letters.listAll({ limit: 7, after, search });
        found.push(...ids(page.items));
        after = page.next ?? undefined;
      } while (after);
      expect(found, search).toEqual(ids(expected));
    }
  }
});

test('finds a letter as it is now, and none that is gone, before and after the index has followed', async () => {
  const { store, other } = await openPlace();
  const [changed, gone] = [
    await sent(store, { title: 'heron' }),
    await sent(store, { title: 'heron' }),
  ];
  follow(other);
  await store.letters.update(changed.id, { ...changed, title: 'otter', date: '2026-11-20' }, NOW);
  await store.letters.delete(gone.id);
  for (const followed of [false, true]) {
    if (followed) follow(other);
    expect(await find(store, 'heron')).toEqual([]);
    expect(await find(store, 'otter')).toEqual([changed.id]);
    expect(await find(store, 'ines')).toEqual([changed.id]);
  }
  expect(searchIndex(other).behind(1)).toBe(0);
});

test('finds what another program wrote', async () => {
  const { store, other } = await openPlace();
  const { id } = await sent(store, { title: 'heron' });
  follow(other);
  other.exec("UPDATE letters SET title = 'otter'");
  expect(await find(store, 'otter')).toEqual([id]);
  follow(other);
  expect(await find(store, 'otter')).toEqual([id]);
  expect(await find(store, 'heron')).toEqual([]);
});

test('does without the index while that is far behind', async () => {
  const { store } = await openPlace();
  const letters = Array.from({ length: 1100 }, (_, at) => imported({ title: `Letter no. ${at}.` }));
  await store.letters.importAll(letters, NOW);
  expect(await find(store, 'no. 7.')).toEqual([letters[7]?.id]);
});

test('looks only at letters in which two words follow each other', async () => {
  const { store, other } = await openPlace();
  await sent(store, { content: 'A lamp lit, a step very near the valley.' });
  const { id } = await sent(store, { content: 'Clamp valleys.' });
  follow(other);
  expect(await find(store, 'lamp valley')).toEqual([id]);
  const words = other.prepare('SELECT rowid FROM letter_words WHERE letter_words MATCH ?');
  expect(words.all(queryFor('lamp valley'))).toHaveLength(1);
});

test('comes to no letter before a newer one, when the index has the one and not yet the other', async () => {
  const { store, other } = await openPlace();
  const old = (days: number, content: string) =>
    imported({ title: `${days}`, content, createdAt: NOW - days * 86_400_000 });
  const others = [1, 2, 3].map((days) => old(days, 'Stamp, vase; stamp vase, lamp, valley.'));
  await store.letters.importAll([...others, old(4, 'Lamp valley.')], NOW);
  follow(other);
  await store.letters.importAll([old(5, 'Lamp valley.')], NOW);
  const { items } = await store.letters.listAll({ limit: 1, search: 'lamp valley' });
  expect(items.map(({ title }) => title)).toEqual(['4']);
});

test('neither sorts what it finds nor walks through the letters', async () => {
  const { other } = await openPlace();
  const steps = other.prepare(`EXPLAIN QUERY PLAN ${SELECT_INDEXED}`).all();
  expect(steps.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SCAN letter_words VIRTUAL TABLE INDEX \d+:M/),
    expect.stringMatching(/^SEARCH indexed_letters/),
    'CORRELATED SCALAR SUBQUERY 1',
    expect.stringMatching(/^SEARCH unindexed_letters/),
  ]);
});

test('the index follows by itself, piece by piece, and has few parts', async () => {
  const { store, other } = await openPlace();
  const index = searchIndex(other);
  const connection = connectionTo(other, 1000, () => {});
  const following = indexWhenIdle(connection, index, 0);
  onTestFinished(following.close);
  const countParts = other.prepare('SELECT count(DISTINCT segid) AS parts FROM letter_words_idx');
  for (let letter = 0; letter < 8; letter += 1) {
    await sent(store);
    following.wrote();
    await vi.waitFor(() => expect(index.behind(1)).toBe(0), PATIENTLY);
  }
  await vi.waitFor(() => expect(countParts.get()?.parts).toBeLessThan(4), PATIENTLY);
});

test('letters may be noted already, whatever another program wants done about conflicts', async () => {
  const { store, other } = await openPlace();
  const { id } = await sent(store, { title: 'heron' });
  for (const or of ['ABORT', 'FAIL', 'ROLLBACK', 'REPLACE']) {
    other.exec(`UPDATE OR ${or} letters SET title = 'otter'`);
  }
  other.exec(`INSERT INTO letters SELECT * FROM letters WHERE true
    ON CONFLICT (id) DO UPDATE SET title = 'ibis'`);
  expect(await find(store, 'ibis')).toEqual([id]);
  other.exec('DELETE FROM letters');
  expect(searchIndex(other).behind(9)).toBe(1);
});

test('finds a letter once that another program put into the place of another one', async () => {
  const { store, other } = await openPlace();
  await sent(store, { title: 'heron' });
  follow(other);
  other.exec(`INSERT OR REPLACE INTO letters (id, position, title, signature, hidden, version, content)
    SELECT 'another', position, title, signature, hidden, version, content FROM letters`);
  for (const followed of [false, true]) {
    if (followed) follow(other);
    expect(await find(store, 'heron')).toEqual(['another']);
  }
});

test('sees the letters and what is noted of them at one moment', async () => {
  const { store, other } = await openPlace();
  const { id } = await sent(store, { title: 'heron' });
  follow(other);
  const file = other.location() as string;
  const mine = await openDatabase(file, 0);
  onTestFinished(() => mine.close());
  const index = searchIndex(mine);
  const behind = (limit: number) => {
    const count = index.behind(limit);
    other.exec("UPDATE letters SET title = 'otter'");
    return count;
  };
  const connection = connectionTo(mine, 1000, () => {});
  const search = letterSearch(mine, connection, { ...index, behind }, () => {});
  expect(ids(await search('heron', '~', 9))).toEqual([id]);
});

describe('an index whose words are damaged', () => {
  async function openDamaged() {
    const { store, other } = await openPlace();
    const { id } = await sent(store, { title: 'heron' });
    follow(other);
    other.enableDefensive(false);
    other.exec("UPDATE letter_words_data SET block = x'ffffffffffff'");
    const words = other.prepare("SELECT rowid FROM letter_words WHERE letter_words MATCH 'her'");
    expect(() => words.all()).toThrow('corrupt');
    return { store, other, id, words };
  }

  test('keeps nobody from finding and writing letters', async () => {
    const { store, id } = await openDamaged();
    expect(await find(store, 'heron')).toEqual([id]);
    const second = await sent(store, { title: 'heron' });
    expect(await find(store, 'heron')).toEqual([second.id, id]);
    expect(await store.faults()).toEqual([]);
    await store.ping();
  });

  test.each(['a letter', 'a search'])('is made anew when %s comes upon it', async (what) => {
    const { store, other, words } = await openDamaged();
    const index = searchIndex(other);
    const connection = connectionTo(other, 1000, () => {});
    const following = indexWhenIdle(connection, index, 0);
    onTestFinished(following.close);
    if (what === 'a letter') {
      await sent(store, { title: 'heron' });
      following.wrote();
    } else {
      await letterSearch(other, connection, index, following.damaged)('heron', '~', 9);
    }
    const letters = what === 'a letter' ? 2 : 1;
    await vi.waitFor(() => expect(words.all()).toHaveLength(letters), PATIENTLY);
    await connection.requireWhole();
  });
});
