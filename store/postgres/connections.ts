import { Socket } from 'node:net';
import { Client, Pool, type PoolConfig, types } from 'pg';

/** The type of 64-bit integers, which the driver would return as text. */
const INT8 = 20;
/** Few: a server has about a hundred for all clients, and a letter needs one only for a moment. */
const MOST = 10;
/** Values of `sslmode` with which the driver verifies the server, but warns that its next version will not. */
const ALSO_VERIFIED = /(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=[&#]|$)/g;
const AS_LIBPQ = /[?&]uselibpqcompat=true(?:[&#]|$)/;

/** Opens the connections of one store to one address, and closes them. */
export interface Connections {
  /** @throws when all were closed, and what the driver throws at an address that it cannot read */
  client(): Client;
  /** Closes a connection without waiting for the server, which may be dead. */
  end(client: Client): void;
  pool(): Pool;
  /** Closes all connections. */
  close(): void;
}

/**
 * @param timeout how long to wait for a connection or an answer, in milliseconds
 * @param name the application name that the server shows
 */
export function connectionsTo(url: string, timeout: number, name: string): Connections {
  const sockets = new Set<Socket>();
  const socketOf = new WeakMap<Client, Socket>();
  let closed = false;

  function openSocket(): Socket {
    const socket = new Socket();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  }

  // No session parameters here: poolers refuse those that they do not know.
  const config = {
    connectionString: AS_LIBPQ.test(url) ? url : url.replace(ALSO_VERIFIED, 'verify-full'),
    fallback_application_name: name,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    keepAlive: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : types.getTypeParser(oid, format as 'text')) as never,
    },
  } satisfies PoolConfig;

  return {
    client() {
      if (closed) throw new Error('The store is closed.');
      const socket = openSocket();
      const client = new Client({ ...config, stream: () => socket });
      // Pending queries are rejected all the same; an unhandled 'error' event would end the process.
      client.on('error', () => {});
      socketOf.set(client, socket);
      return client;
    },
    end(client) {
      client.end().catch(() => {});
      socketOf.get(client)?.destroySoon();
    },
    pool() {
      const pool = new Pool({ ...config, max: MOST, stream: openSocket });
      // The pool drops a broken connection, and the next call opens another.
      pool.on('error', () => {});
      pool.on('connect', (client) => client.on('error', () => {}));
      return pool;
    },
    close() {
      closed = true;
      for (const socket of sockets) socket.destroySoon();
    },
  };
}
