import { afterAll, beforeAll } from 'vitest';
import { type FirestoreEmulator, startFirestoreEmulator } from '../firestore-emulator.ts';
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
    DATABASE_URL: `firestore://${emulator.newProject()}`,
    FIRESTORE_EMULATOR_HOST: emulator.host,
    // Keeps Google's client from asking the network whether it runs in Google's cloud.
    METADATA_SERVER_DETECTION: 'none',
  }),
});
