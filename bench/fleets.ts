import { startPostgres } from '../test/postgres-server.ts';
import type { Environment } from '../test/site-process.ts';

/** A site of several instances, and the store that they share. */
export interface Fleet {
  name: string;
  instances: number;
  prepare(): Promise<{ environment: Environment; discard: () => Promise<void> }>;
}

export const FLEETS: Fleet[] = [
  {
    name: 'SQLite',
    instances: 3,
    async prepare() {
      return { environment: { DATABASE_URL: 'sqlite:letters.db' }, discard: async () => {} };
    },
  },
  {
    name: 'PostgreSQL',
    instances: 3,
    async prepare() {
      const server = await startPostgres();
      const DATABASE_URL = server.url(await server.createDatabase());
      return { environment: { DATABASE_URL }, discard: server.remove };
    },
  },
];
