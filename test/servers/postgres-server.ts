import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './free-port.ts';
import { type PostgresBinaries, postgresBinaries, serverUser } from './postgres-binaries.ts';

const USER = 'letters';

const SETTINGS = ['max_connections=200', 'listen_addresses=127.0.0.1'];

/** A real PostgreSQL server on this machine's loopback address. */
export interface PostgresServer {
  port: number;
  password: string;
  /** The address of a database for the server's own superuser, with the password. */
  url(database: string): string;
  /** Makes an empty database. @returns its name */
  createDatabase(options?: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  /** Runs statements in a database. @returns the rows of the last */
  query(sql: string, database?: string): Promise<Record<string, unknown>[]>;
  /** Ends the server at once and cuts all connections; `start` brings it back with what it held. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Starts again as a replica, which can only be read until `pg_promote()` is called. */
  restartAsReplica(): Promise<void>;
  /** Stops the server and removes all traces of it. */
  remove(): Promise<void>;
}

/**
 * Starts a server of its own for whoever asks; call `remove` when the tests are over.
 * @param options.durable waits for the disk; what tests write need not survive a power cut
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const user = serverUser();
  const binaries = postgresBinaries(user);
  const folder = mkdtempSync(join(tmpdir(), 'letters-postgres-'));
  const password = randomBytes(12).toString('base64url');
  initialize(binaries, folder, password);
  const port = await freePort();
  let server: ChildProcess | null = null;
  let databases = 0;

  async function start(): Promise<void> {
    const chosen = [...SETTINGS, `fsync=${durable ? 'on' : 'off'}`];
    const settings = chosen.flatMap((setting) => ['-c', setting]);
    const place = ['-D', join(folder, 'data'), '-p', String(port), '-k', ''];
    server = spawn(binaries.program('postgres'), [...place, ...settings], {
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await ready(server);
  }

  async function stop(): Promise<void> {
    const stopping = server;
    server = null;
    if (!stopping || stopping.exitCode !== null) return;
    const stopped = once(stopping, 'exit');
    stopping.kill('SIGINT');
    await stopped;
  }

  function url(database: string): string {
    return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
  }

  async function query(sql: string, database = 'postgres') {
    const client = new Client({ connectionString: url(database) });
    await client.connect();
    try {
      const results = [await client.query(sql)].flat();
      return results.at(-1)?.rows ?? [];
    } finally {
      await client.end();
    }
  }

  async function remove(): Promise<void> {
    await stop();
    process.off('exit', kill);
    rmSync(folder, { recursive: true });
    binaries.remove();
  }

  // So that nobody who forgets `remove`, or is interrupted, leaves a server behind.
  const kill = () => server?.kill('SIGQUIT');
  process.once('exit', kill);
  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    port,
    password,
    url,
    query,
    stop,
    start,
    async createDatabase(options = '') {
      databases += 1;
      const name = `letters_${databases}`;
      await query(`CREATE DATABASE ${name} ${options}`);
      return name;
    },
    async dropDatabase(name) {
      await query(`DROP DATABASE ${name} WITH (FORCE)`);
    },
    async restartAsReplica() {
      await stop();
      writeFileSync(join(folder, 'data', 'standby.signal'), '');
      await start();
    },
    remove,
  };
}

function initialize(binaries: PostgresBinaries, folder: string, password: string): void {
  const user = serverUser();
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
  const made = spawnSync(
    binaries.program('initdb'),
    [
      ...['-D', join(folder, 'data'), '-U', USER, `--pwfile=${passwordFile}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'],
      // A default collation unlike C, as a host may have one: Estonian sorts Z before T.
      ...['--locale-provider=icu', '--icu-locale=et'],
    ],
    { ...user, cwd: folder },
  );
  if (made.status !== 0) throw new Error(`PostgreSQL could not be set up: ${made.stderr}`);
}

/** Resolves when a server takes connections. */
async function ready(server: ChildProcess): Promise<void> {
  let said = '';
  const listening = Promise.withResolvers<void>();
  server.stderr?.on('data', (chunk) => {
    if (said.length < 100_000) said += chunk;
    if (/ready to accept (?:read-only )?connections/.test(said)) listening.resolve();
  });
  server.once('error', listening.reject);
  server.once('exit', () => listening.reject(new Error(`PostgreSQL did not start: ${said}`)));
  await listening.promise;
}
