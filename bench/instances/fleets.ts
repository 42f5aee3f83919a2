import { startFirestoreEmulator } from '../../test/firestore-emulator.ts';
import { startPostgres } from '../../test/postgres-server.ts';
import type { Environment } from '../../test/site-process.ts';

/** A site of several instances, and the store that they share. */
interface Fleet {
  name: string;
  instances: number;
  /** Milliseconds within which 99 of 100 deliveries must be made, where that is promised. */
  promised: number | null;
  prepare(): Promise<{ environment: Environment; discard: () => Promise<void> }>;
}

export const FLEETS: Fleet[] = [
  {
    name: 'SQLite',
    instances: 3,
    promised: null,
    async prepare() {
      return { environment: { DATABASE_URL: 'sqlite:letters.db' }, discard: async () => {} };
    },
  },
  {
    name: 'PostgreSQL',
    instances: 3,
    promised: 250,
    async prepare() {
      const server = await startPostgres({ durable: true });
      const DATABASE_URL = server.url(await server.createDatabase());
      return { environment: { DATABASE_URL }, discard: server.remove };
    },
  },
  {
    name: 'Firestore (emulator)',
    instances: 2,
    promised: 250,
    async prepare() {
      const emulator = await startFirestoreEmulator();
      const environment = {
        DATABASE_URL: `firestore://${emulator.newProject()}`,
        FIRESTORE_EMULATOR_HOST: emulator.host,
        METADATA_SERVER_DETECTION: 'none',
      };
      return { environment, discard: emulator.stop };
    },
  },
];
