import { expect, test } from 'vitest';
import type { Store } from '#core/store.ts';
import { firestoreForTests } from '#test/firestore-project.ts';
import { sent } from '../contract/engine.ts';
import { describeStore } from '../contract.ts';
import { openFirestoreStore } from './firestore-store.ts';

const firestore = firestoreForTests();

describeStore('Firestore', {
  async open(now) {
    const projectId = firestore.emulator().newProject();
    const opened: Store[] = [];
    const another = async () => {
      const store = await openFirestoreStore({ engine: 'firestore', projectId }, { now });
      opened.push(store);
      return store;
    };
    const discard = async () => {
      for (const store of opened) await store.close();
    };
    return { store: await another(), another, discard };
  },
});

test('the newest thousand entries about changes are kept', async () => {
  const { outside, open } = firestore.project();
  const store = await open();
  for (const number of [1, 2, 1000]) {
    const entry = { number, seq: number, kind: 'shown', letterId: 'gone', lastPosition: null };
    await outside.doc(`changes/${String(number).padStart(16, '0')}`).set({ ...entry, attempt: '' });
  }
  await sent(store);
  const kept = await outside.collection('changes').orderBy('number').get();
  expect(kept.docs.map((entry) => entry.get('number'))).toEqual([2, 1000, 1001]);
});
