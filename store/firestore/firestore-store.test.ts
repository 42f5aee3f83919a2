import { afterAll, beforeAll, vi } from 'vitest';
import type { Store } from '#core/store.ts';
import { type FirestoreEmulator, startFirestoreEmulator } from '#test/firestore-emulator.ts';
import { describeStore } from '../contract.ts';
import { openFirestoreStore } from './firestore-store.ts';

let emulator: FirestoreEmulator;

beforeAll(async () => {
  emulator = await startFirestoreEmulator();
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', emulator.host);
});
afterAll(() => emulator.stop());

describeStore('Firestore', {
  async open(now) {
    const projectId = emulator.newProject();
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
