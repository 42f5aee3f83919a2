import type { Store } from '#core/store.ts';
import { firestoreForTests } from '#test/firestore-project.ts';
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
