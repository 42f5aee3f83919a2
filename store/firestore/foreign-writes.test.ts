import { setTimeout } from 'node:timers/promises';
import { type Firestore, Timestamp } from '@google-cloud/firestore';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Store } from '#core/store.ts';
import { firestoreForTests } from '#test/stores/firestore-project.ts';
import { draft, ids, imported, NOW, sent, watching } from '../contract/engine.ts';

const firestore = firestoreForTests();

/** As the page that wrote letters before us adds one. */
function foreignLetter(fields: object = {}) {
  const createdAt = Timestamp.fromMillis(Date.UTC(2026, 10, 20));
  const date = '2026-11-20';
  return { ...draft(), date, customDate: date, createdAt, ...fields, id: undefined };
}

async function add(outside: Firestore, id: string, fields: object = {}): Promise<void> {
  const { id: _, ...letter } = foreignLetter(fields);
  await outside.collection('letters').doc(id).set(letter);
}

async function listening(store: Store) {
  const { seq, changes } = await watching(store);
  const heard = (count: number) =>
    vi.waitFor(() => expect(changes).toHaveLength(count), { timeout: 20_000 });
  return { seq, changes, heard };
}

describe('while the site runs', () => {
  test('changes by other programs are announced to the readers of every instance, once', async () => {
    const { outside, open } = firestore.project();
    const [one, two] = [await open(), await open()];
    const [here, there] = [await listening(one), await listening(two)];
    const document = outside.doc('letters/theirs');

    await add(outside, 'theirs', { title: 'Theirs' });
    await here.heard(1);
    await document.update({ title: 'Edited', updatedAt: Timestamp.now() });
    await here.heard(2);
    await document.update({ hidden: true });
    await here.heard(3);
    await document.update({ hidden: false });
    await here.heard(4);
    await document.delete();
    await here.heard(5);
    expect(here.changes).toMatchObject([
      { kind: 'shown', seq: here.seq + 1, letter: { id: 'theirs', title: 'Theirs' } },
      { kind: 'shown', seq: here.seq + 2, letter: { id: 'theirs', title: 'Edited' } },
      { kind: 'withdrawn', seq: here.seq + 3, id: 'theirs' },
      { kind: 'shown', seq: here.seq + 4, letter: { id: 'theirs' } },
      { kind: 'withdrawn', seq: here.seq + 5, id: 'theirs' },
    ]);
    // The next number shows that neither instance announced anything twice.
    const own = await sent(one);
    await there.heard(6);
    expect(here.changes[5]).toMatchObject({ seq: here.seq + 6, letter: { id: own.id } });
    expect(there.changes).toEqual(here.changes);
  });

  test('a letter that another program deletes, and puts back as it was, is announced once', async () => {
    const { outside, open } = firestore.project();
    const [one, two] = [await open(), await open()];
    const { id } = await sent(one);
    const [here, there] = [await listening(one), await listening(two)];
    const document = outside.doc(`letters/${id}`);
    const data = (await document.get()).data() ?? {};
    await document.delete();
    await here.heard(1);
    await document.set(data);
    await here.heard(2);
    const own = await sent(one);
    await there.heard(3);
    expect(here.changes).toMatchObject([
      { kind: 'withdrawn', id },
      { kind: 'shown', letter: { id } },
      { kind: 'shown', letter: { id: own.id } },
    ]);
    expect(there.changes).toEqual(here.changes);
  });

  test('a stop while such a change is being taken in is not logged as trouble', async () => {
    const { outside, open } = firestore.project();
    const told: string[] = [];
    const store = await open({ log: (message) => told.push(message) });
    await watching(store);
    firestore.emulator().sendSlowly(1000);
    onTestFinished(() => firestore.emulator().sendSlowly(0));
    const heard = Promise.withResolvers<void>();
    const leave = outside
      .collection('letters')
      .onSnapshot(({ size }) => size > 0 && heard.resolve());
    await add(outside, 'theirs');
    await heard.promise;
    leave();
    // The store hears of it about now, and then reads for a second. What comes after that fails.
    await setTimeout(300);
    await store.close();
    await setTimeout(2000);
    expect(told).toEqual([]);
  });

  test('changes by other programs to hidden letters are not announced', async () => {
    const { outside, open } = firestore.project();
    const store = await open();
    const { seq, changes } = await watching(store);
    await add(outside, 'secret', { hidden: true });
    const taken = async (title: string) =>
      expect((await store.letters.listAll({ limit: 9 })).items).toMatchObject([{ title }]);
    await vi.waitFor(async () => expect(await store.letters.get('secret')).not.toBeNull(), {
      timeout: 20_000,
    });
    await outside.doc('letters/secret').update({ title: 'Edited' });
    await vi.waitFor(() => taken('Edited'), { timeout: 20_000 });
    await outside.doc('letters/secret').delete();
    const own = await sent(store);
    expect(changes).toMatchObject([{ kind: 'shown', seq: seq + 1, letter: { id: own.id } }]);
    for (const entry of (await outside.collection('changes').get()).docs) {
      expect(JSON.stringify(entry.data())).not.toContain('secret');
    }
  });

  test('a letter that another program hides is hidden at once, noticed or not', async () => {
    const { outside, open } = firestore.project();
    const store = await open();
    const older = [await sent(store), await sent(store)];
    const letter = await sent(store);
    await outside.doc(`letters/${letter.id}`).update({ hidden: true });
    const page = { items: ids(older.toReversed()), next: null };
    const { items, next } = await store.letters.listVisible({ limit: 2 });
    expect({ items: ids(items), next }).toEqual(page);
    expect(await store.letters.get(letter.id)).toMatchObject({ hidden: true });
  });

  test('an edit by another program is visible at once, and makes the version that the owner has stale', async () => {
    const { outside, open } = firestore.project();
    const store = await open();
    const letter = await sent(store);
    const { heard } = await listening(store);
    await outside.doc(`letters/${letter.id}`).update({ content: 'Theirs' });
    expect(await store.letters.get(letter.id)).toMatchObject({ content: 'Theirs' });
    await heard(1);
    const outcome = await store.letters.update(letter.id, draft(), NOW, letter.version);
    expect(outcome).toEqual({ outcome: 'stale' });
    expect(await store.letters.get(letter.id)).toMatchObject({
      position: letter.position,
      version: 2,
      content: 'Theirs',
    });
  });
});

test('an imported letter that another program edits is no longer exported as in its file', async () => {
  const { outside, open } = firestore.project();
  const store = await open();
  const letter = imported({ origin: '[["id"],["title","Former"]]' });
  await store.letters.importAll([letter], NOW);
  const { heard } = await listening(store);
  await outside.doc(`letters/${letter.id}`).update({ title: 'Theirs' });
  await heard(1);
  expect((await store.letters.get(letter.id))?.origin ?? '').not.toContain('Former');
});

test('a letter that is no longer among the newest hundred is not announced as gone', async () => {
  const { outside, open } = firestore.project();
  const store = await open();
  const letters = Array.from({ length: 100 }, () => imported());
  await store.letters.importAll(letters, NOW);
  const { changes, heard } = await listening(store);
  const own = await sent(store, { date: '2026-11-21' });
  await heard(1);
  // Taken in after all that the letter before it has caused.
  await add(outside, 'theirs', { createdAt: Timestamp.fromMillis(Date.UTC(2026, 10, 22)) });
  await heard(2);
  expect(changes).toMatchObject([
    { kind: 'shown', letter: { id: own.id } },
    { kind: 'shown', letter: { id: 'theirs' } },
  ]);
});

test('a letter that comes among the newest hundred when another is deleted is not announced as new', async () => {
  const { outside, open } = firestore.project();
  const store = await open();
  // So many at once have one entry, which names none of them.
  const newest = imported({ createdAt: NOW });
  const older = Array.from({ length: 101 }, () => imported());
  await store.letters.importAll([newest, ...older], NOW);
  const { changes, heard } = await listening(store);
  await store.letters.delete(newest.id);
  await heard(1);
  // Taken in after all that the deletion has caused.
  await add(outside, 'theirs', { createdAt: Timestamp.fromMillis(Date.UTC(2026, 10, 22)) });
  await heard(2);
  expect(changes).toMatchObject([
    { kind: 'withdrawn', id: newest.id },
    { kind: 'shown', letter: { id: 'theirs' } },
  ]);
});

test('our own deletions and replacements are not announced twice', async () => {
  const { open } = firestore.project();
  const [one, two] = [await open(), await open()];
  const letters = [await sent(one), await sent(one), await sent(one)];
  const { seq, changes, heard } = await listening(two);
  await watching(one);
  await one.letters.delete(letters[0]?.id ?? '');
  await one.letters.replaceAll(letters.slice(2));
  const own = await sent(two);
  await heard(3);
  expect(changes).toMatchObject([
    { kind: 'withdrawn', seq: seq + 1, id: letters[0]?.id },
    { kind: 'resync', seq: seq + 2 },
    { kind: 'shown', seq: seq + 3, letter: { id: own.id } },
  ]);
});
