import type { Firestore } from '@google-cloud/firestore';
import { expect, test, vi } from 'vitest';
import type { Store } from '#core/store.ts';
import { firestoreForTests } from '#test/stores/firestore-project.ts';
import { sent } from '../contract/engine.ts';

const firestore = firestoreForTests();

/** Adds a document with the fields of another, as the console does where somebody adds a similar one. */
async function copyDocument(outside: Firestore, id: string, others: object = {}) {
  const original = await outside.doc(`letters/${id}`).get();
  await outside.doc('letters/a-copy').create({ ...original.data(), ...others });
}

/** The ids of the readers' list, read one letter at a time, as it is where a page ends between two. */
async function listed({ letters }: Store): Promise<string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await letters.listVisible({ limit: 1, after });
    ids.push(...items.map(({ id }) => id));
    after = next ?? undefined;
  } while (after !== undefined);
  return ids.sort();
}

test.each([
  ['', {}],
  [' with other words', { title: 'Another title' }],
])('a copy%s that another program made of a document has a place of its own', async (_, others) => {
  const { outside, open } = firestore.project();
  const store = await open();
  const [one, two] = [await sent(store), await sent(store)];
  const told: string[] = [];
  await store.letters.watchVisible((change) => {
    if (change.kind === 'shown') told.push(change.letter.id);
  });
  await copyDocument(outside, one.id, others);
  await vi.waitFor(() => expect(told).toEqual(['a-copy']), 10_000);
  expect(await listed(store)).toEqual(['a-copy', one.id, two.id].sort());
  expect(await store.letters.get(one.id)).toEqual(one);
});

test('a backup of a copied document can be restored, also before the copy has a place of its own', async () => {
  const { outside, open } = firestore.project();
  const store = await open();
  const { id } = await sent(store);
  await copyDocument(outside, id);
  const letters = await Array.fromAsync(store.letters.exportAll());
  expect(letters.map((letter) => letter.id).sort()).toEqual(['a-copy', id].sort());
  expect(new Set(letters.map(({ position }) => position)).size).toBe(2);
  expect(await Array.fromAsync(store.letters.exportAll())).toEqual(letters);
});
