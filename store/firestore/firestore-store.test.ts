import { firestoreForTests } from '#test/stores/firestore-project.ts';
import { describeStore } from '../contract.ts';

const firestore = firestoreForTests();

describeStore('Firestore', async (now) => {
  const { open } = firestore.project();
  return () => open({ now });
});
