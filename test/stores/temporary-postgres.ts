import { Client } from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Store } from '#core/store.ts';
import { openPostgresStore, type PostgresOptions } from '../../store/postgres/postgres-store.ts';
import { type PostgresServer, startPostgres } from '../servers/postgres-server.ts';
import { startTcpProxy, type TcpProxy } from '../servers/tcp-proxy.ts';

/** A server for the tests of one file, which stand beside each other in databases of their own. */
interface TemporaryPostgres {
  readonly server: PostgresServer;
  /** An empty database that goes when the test is over. @returns its name */
  database(options?: string): Promise<string>;
  /** The same address by way of a proxy. */
  throughProxy(url: string): Promise<{ proxy: TcpProxy; url: string }>;
  /** Whoever else uses a database, until the test is over. */
  client(database: string): Promise<Client>;
  /** How many connections to a database wait for a lock. */
  waiting(database: string): Promise<number>;
  /** A store that closes when the test is over. */
  open(url: string, options?: PostgresOptions & { listenUrl?: string }): Promise<Store>;
}

/** Call it once, outside of any test. */
export function temporaryPostgres(): TemporaryPostgres {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());
  return {
    get server() {
      return server;
    },
    async database(options) {
      const name = await server.createDatabase(options);
      onTestFinished(() => server.dropDatabase(name));
      return name;
    },
    async throughProxy(url) {
      const proxy = await startTcpProxy(server.port);
      return { proxy, url: url.replace(`:${server.port}/`, `:${proxy.port}/`) };
    },
    async client(database) {
      const client = new Client({ connectionString: server.url(database) });
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    },
    async waiting(database) {
      const waiting = `SELECT 1 FROM pg_stat_activity
        WHERE datname = '${database}' AND wait_event_type = 'Lock'`;
      return (await server.query(waiting)).length;
    },
    async open(url, { listenUrl, ...options } = {}) {
      const address = { engine: 'postgres', url, listenUrl: listenUrl ?? null } as const;
      const store = await openPostgresStore(address, options);
      onTestFinished(() => store.close());
      return store;
    },
  };
}
