import type { Firestore } from '@google-cloud/firestore';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';
import type { Store } from '#core/store.ts';
import { openFirestoreStore } from '../../store/firestore/firestore-store.ts';
import type { StoreOptions } from '../../store/store-options.ts';
import { type FirestoreEmulator, startFirestoreEmulator } from '../servers/firestore-emulator.ts';

/** A project with nothing in it, for one test. */
interface FirestoreProject {
  projectId: string;
  /** Google's client, as whoever else uses the project has it. */
  outside: Firestore;
  /** Opens a store, and closes it when the test is over. */
  open(options?: StoreOptions): Promise<Store>;
}

/** Starts an emulator for the tests of a file. */
export function firestoreForTests(): {
  emulator(): FirestoreEmulator;
  project(): FirestoreProject;
} {
  let running: FirestoreEmulator | undefined;
  const emulator = () => {
    if (!running) throw new Error('The emulator has not started.');
    return running;
  };
  beforeAll(async () => {
    running = await startFirestoreEmulator();
    vi.stubEnv('FIRESTORE_EMULATOR_HOST', running.host);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await running?.stop();
  });
  return {
    emulator,
    project() {
      const projectId = emulator().newProject();
      return {
        projectId,
        outside: emulator().client(projectId),
        async open(options = {}) {
          const store = await openFirestoreStore({ engine: 'firestore', projectId }, options);
          onTestFinished(() => store.close());
          return store;
        },
      };
    },
  };
}
