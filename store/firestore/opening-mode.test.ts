import { expect, test } from 'vitest';
import { firestoreForTests } from '#test/stores/firestore-project.ts';
import { sent } from '../contract/engine.ts';

const firestore = firestoreForTests();

test.each(['existing', 'untouched'] as const)(
  'a project without letters is refused if nothing may be created: %s',
  async (mode) => {
    const { open, projectId } = firestore.project();
    // If the first attempt had made anything, the second would not fail.
    for (let time = 0; time < 2; time += 1) {
      await expect(open({ mode })).rejects.toThrow(
        `The Firestore project ${projectId} never had letters, and nothing was made there. Name another project in DATABASE_URL.`,
      );
    }
    await expect(open({ mode, addressedAs: 'FROM' })).rejects.toThrow(
      / Name another project in FROM\.$/,
    );
    const store = await open();
    const letter = await sent(store);
    await store.letters.delete(letter.id);
    await expect(open({ mode })).resolves.toBeDefined();
  },
);

test('a project in which another program keeps letters, or passwords, is opened as it is', async () => {
  for (const path of ['letters/theirs', 'admin/credentials']) {
    const { outside, open } = firestore.project();
    await outside.doc(path).set({ title: 'Theirs' });
    await expect(open({ mode: 'untouched' })).resolves.toBeDefined();
  }
});
