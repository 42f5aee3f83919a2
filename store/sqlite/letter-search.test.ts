import { expect, onTestFinished, test } from 'vitest';
import { GREATEST } from '#core/position.ts';
import { seededRandom } from '#test/seeded-random.ts';
import { connectionOn, find, follow, openSearchedStore } from '#test/stores/searched-store.ts';
import { ids, imported, NOW, sent } from '../contract/engine.ts';
import { foldText } from '../fold-text.ts';
import { letterSearch, SELECT_INDEXED } from './letter-search.ts';
import { openDatabase } from './open-database.ts';
import { searchIndex } from './search-index.ts';
import { queryFor } from './word-pieces.ts';

test('finds the same letters with an index that is up to date, behind, or in between', async () => {
  const { store, other } = await openSearchedStore();
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
      const search = Array.from({ length: pick([1, 1, 2, 4]) }, () => {
        const from = Math.floor(random() * 8);
        return [...pick(items).content].slice(from, from + 1 + random() * 6).join('');
      });
      const expected = items.filter(({ title, content, signature }) =>
        search.every((sought) =>
          [title, content, signature].some((field) => foldText(field).includes(foldText(sought))),
        ),
      );
      const found: string[] = [];
      let after: string | undefined;
      do {
        const page = await store.letters.listAll({ limit: 7, after, search });
        found.push(...ids(page.items));
        after = page.next ?? undefined;
      } while (after);
      expect(found, search.join('|')).toEqual(ids(expected));
    }
  }
});

test('finds the current version of a letter, and no deleted one, before and after indexing', async () => {
  const { store, other } = await openSearchedStore();
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
  expect(searchIndex(other).pending(1)).toBe(0);
});

test('finds what another program wrote', async () => {
  const { store, other } = await openSearchedStore();
  const { id } = await sent(store, { title: 'heron' });
  follow(other);
  other.exec("UPDATE letters SET title = 'otter'");
  expect(await find(store, 'otter')).toEqual([id]);
  follow(other);
  expect(await find(store, 'otter')).toEqual([id]);
  expect(await find(store, 'heron')).toEqual([]);
});

test('works without the index while that is far behind', async () => {
  const { store } = await openSearchedStore();
  const letters = Array.from({ length: 1100 }, (_, at) => imported({ title: `Letter no. ${at}.` }));
  await store.letters.importAll(letters, NOW);
  expect(await find(store, 'no. 7.')).toEqual([letters[7]?.id]);
});

test('reads only letters in which two words follow each other', async () => {
  const { store, other } = await openSearchedStore();
  await sent(store, { content: 'A lamp lit, a step very near the valley.' });
  const { id } = await sent(store, { content: 'Clamp valleys.' });
  follow(other);
  expect(await find(store, 'lamp valley')).toEqual([id]);
  const words = other.prepare('SELECT rowid FROM letter_words WHERE letter_words MATCH ?');
  expect(words.all(queryFor(['lamp valley']))).toHaveLength(1);
});

test('returns no letter before a newer one, even if only the older one is indexed', async () => {
  const { store, other } = await openSearchedStore();
  const old = (days: number, content: string) =>
    imported({ title: `${days}`, content, createdAt: NOW - days * 86_400_000 });
  const others = [1, 2, 3].map((days) => old(days, 'Stamp, vase; stamp vase, lamp, valley.'));
  await store.letters.importAll([...others, old(4, 'Lamp valley.')], NOW);
  follow(other);
  await store.letters.importAll([old(5, 'Lamp valley.')], NOW);
  const { items } = await store.letters.listAll({ limit: 1, search: ['lamp valley'] });
  expect(items.map(({ title }) => title)).toEqual(['4']);
});

test('finds no more letters than were asked for', async () => {
  const { other, store } = await openSearchedStore();
  const letters = [1, 2, 3].map((at) => imported({ title: 'heron', createdAt: NOW + at }));
  await store.letters.importAll(letters, NOW);
  const search = letterSearch(other, connectionOn(other), searchIndex(other), () => {});
  const newest = letters.toReversed().slice(0, 2);
  expect(ids(await search(['heron'], GREATEST, 2))).toEqual(ids(newest));
});

test('neither sorts its results nor scans the letters', async () => {
  const { other } = await openSearchedStore();
  const steps = other.prepare(`EXPLAIN QUERY PLAN ${SELECT_INDEXED}`).all();
  expect(steps.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SCAN letter_words VIRTUAL TABLE INDEX \d+:M/),
    expect.stringMatching(/^SEARCH indexed_letters/),
    'CORRELATED SCALAR SUBQUERY 1',
    expect.stringMatching(/^SEARCH unindexed_letters/),
  ]);
});

test('finds a letter once that another program wrote over another one', async () => {
  const { store, other } = await openSearchedStore();
  await sent(store, { title: 'heron' });
  follow(other);
  other.exec(`INSERT OR REPLACE INTO letters (id, position, title, signature, hidden, version, content)
    SELECT 'another', position, title, signature, hidden, version, content FROM letters`);
  for (const followed of [false, true]) {
    if (followed) follow(other);
    expect(await find(store, 'heron')).toEqual(['another']);
  }
});

test('reads the letters and the list of unindexed ones in one transaction', async () => {
  const { store, other } = await openSearchedStore();
  const { id } = await sent(store, { title: 'heron' });
  follow(other);
  const file = other.location() as string;
  const mine = await openDatabase(file, 0);
  onTestFinished(() => mine.close());
  const index = searchIndex(mine);
  const pending = (limit: number) => {
    const count = index.pending(limit);
    other.exec("UPDATE letters SET title = 'otter'");
    return count;
  };
  const connection = connectionOn(mine);
  const search = letterSearch(mine, connection, { ...index, pending }, () => {});
  expect(ids(await search(['heron'], GREATEST, 9))).toEqual([id]);
});

test('tells why the engine failed, though it has ended the transaction by then', async () => {
  const { other } = await openSearchedStore();
  const pending = () => {
    other.exec('ROLLBACK');
    throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 266 });
  };
  const index = { ...searchIndex(other), pending };
  const search = letterSearch(other, connectionOn(other), index, () => {});
  const reason =
    'the disk is not working, so check whether it is read-only or failing, or your quota there is used up';
  await expect(search(['heron'], GREATEST, 9)).rejects.toMatchObject({ reason });
});
