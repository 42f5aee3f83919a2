import { afterAll, beforeAll } from 'vitest';
import type { Store } from '#core/store.ts';
import { type PostgresServer, startPostgres } from '#test/postgres-server.ts';
import { describeStore } from '../contract.ts';
import { openPostgresStore } from './postgres-store.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

describeStore('PostgreSQL', {
  async open(now) {
    const database = await server.createDatabase();
    const opened: Store[] = [];
    const another = async () => {
      const address = { engine: 'postgres', url: server.url(database), listenUrl: null } as const;
      const store = await openPostgresStore(address, { now });
      opened.push(store);
      return store;
    };
    const discard = async () => {
      for (const store of opened) await store.close();
      await server.dropDatabase(database);
    };
    return { store: await another(), another, discard };
  },
});
