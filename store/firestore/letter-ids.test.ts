import { expect, test } from 'vitest';
import { firestoreForTests } from '#test/firestore-project.ts';
import { draft, NOW, sent } from '../contract/engine.ts';

const firestore = firestoreForTests();

test('a letter whose id Firestore keeps for itself is kept under another, and found by its own', async () => {
  const { outside, open } = firestore.project();
  const store = await open();
  const letter = await sent(store, { id: '__x__' });
  expect(await store.letters.get('__x__')).toEqual(letter);
  expect((await store.letters.listAll({ limit: 1 })).items).toEqual([letter]);
  expect((await outside.collection('letters').get()).docs.map(({ id }) => id)).toEqual(['~__x__']);
  expect(await store.letters.delete('__x__')).toBe(true);
});

test("an id that could never be a letter's finds none", async () => {
  const store = await firestore.project().open();
  for (const id of ['', '.', '..', 'a/b', 'a/b/c', '/', '~__x__', 'ünï', 'x'.repeat(2000)]) {
    expect(await store.letters.get(id)).toBeNull();
    expect(await store.letters.update(id, draft(), NOW)).toEqual({ outcome: 'missing' });
    expect(await store.letters.delete(id)).toBe(false);
  }
});
