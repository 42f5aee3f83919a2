import { expect, test } from 'vitest';
import { firestoreForTests } from '#test/stores/firestore-project.ts';
import { sent } from '../contract/engine.ts';

const firestore = firestoreForTests();

test('a letter whose id Firestore reserves is stored under another, and found by its own', async () => {
  const { outside, open } = firestore.project();
  const store = await open();
  const letter = await sent(store, { id: '__x__' });
  expect(await store.letters.get('__x__')).toEqual(letter);
  expect(await store.letters.get('~__x__')).toBeNull();
  expect((await store.letters.listAll({ limit: 1 })).items).toEqual([letter]);
  expect((await outside.collection('letters').get()).docs.map(({ id }) => id)).toEqual(['~__x__']);
  expect(await store.letters.delete('__x__')).toBe('deleted');
});
