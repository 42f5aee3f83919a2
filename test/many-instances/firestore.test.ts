import { afterAll, beforeAll } from 'vitest';
import { type FirestoreEmulator, startFirestoreEmulator } from '../servers/firestore-emulator.ts';
import { describeManyInstances } from './behave-as-one.ts';

let emulator: FirestoreEmulator;
beforeAll(async () => {
  emulator = await startFirestoreEmulator();
});
afterAll(() => emulator.stop());

describeManyInstances({
  name: 'Firestore',
  instances: 2,
  prepare: async () => ({
    ...emulator.environment,
    DATABASE_URL: `firestore://${emulator.newProject()}`,
  }),
});
