import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../scripts/find-program.ts';
import { freePort } from './free-port.ts';
import { serverUser } from './postgres-binaries.ts';
import type { PostgresServer } from './postgres-server.ts';

/** A real connection pooler in front of a server, in transaction mode. */
export interface Pgbouncer {
  /** The address of a database through the pooler. */
  url(database: string): string;
  remove(): Promise<void>;
}

export async function startPgbouncer(server: PostgresServer): Promise<Pgbouncer> {
  const user = serverUser();
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'letters-pgbouncer-'));
  const users = join(folder, 'users');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"letters" "${server.password}"\n`);
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
`,
  );
  if (user) for (const path of [folder, users, file]) chownSync(path, user.uid, user.gid);
  const pooler = spawn(findProgram('pgbouncer'), [file], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(pooler, 'exit');
  await new Promise<void>((resolve, reject) => {
    let said = '';
    pooler.stderr.on('data', (chunk) => {
      if (said.length < 100_000) said += chunk;
      if (said.includes('process up')) resolve();
    });
    pooler.once('exit', () => reject(new Error(`PgBouncer did not start: ${said}`)));
  });
  return {
    url: (database) => server.url(database).replace(`:${server.port}/`, `:${port}/`),
    async remove() {
      pooler.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
