import { afterAll, beforeAll } from 'vitest';
import { type PostgresServer, startPostgres } from '../servers/postgres-server.ts';
import { describeManyInstances } from './behave-as-one.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

describeManyInstances({
  name: 'PostgreSQL',
  instances: 3,
  prepare: async () => ({ DATABASE_URL: server.url(await server.createDatabase()) }),
});
