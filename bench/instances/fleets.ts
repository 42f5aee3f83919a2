import { startFirestoreEmulator } from '../../test/servers/firestore-emulator.ts';
import { startPostgres } from '../../test/servers/postgres-server.ts';
import type { Environment } from '../../test/site/site-process.ts';

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
      const DATABASE_URL = `firestore://${emulator.newProject()}`;
      return { environment: { ...emulator.environment, DATABASE_URL }, discard: emulator.stop };
    },
  },
];
