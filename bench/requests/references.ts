import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../scripts/find-program.ts';
import { freePort } from '../../test/servers/free-port.ts';
import { listening } from '../../test/servers/until-listening.ts';
import { forkMeasured, MEASURED_CORE } from '../pinning.ts';
import type { CapturedAnswer } from './captured-answer.ts';

const BARE = join(import.meta.dirname, 'bare-server.ts');
const BARE_SITE = join(import.meta.dirname, 'bare-site.ts');

/** A server that gives one answer, on the measured core, until it is disposed of. */
interface Reference extends AsyncDisposable {
  url: string;
  port: number;
  pid: number;
}

/** Node's own server with nothing around it. */
export const startBare = (answer: CapturedAnswer) => startTold(forkMeasured(BARE), answer);

/**
 * A server that stores changes and broadcasts them, but never renders its page anew (bare-site.ts).
 * @param folder for its database
 */
export const startBareSite = (page: CapturedAnswer, folder: string) =>
  startTold(forkMeasured(BARE_SITE, folder), page);

/** @param child a script that makes itself a server with `serveParent`, of the answer that it is told */
export async function startTold(
  child: ChildProcess,
  { body, ...head }: CapturedAnswer,
): Promise<Reference> {
  const ended = once(child, 'exit');
  child.send({ ...head, body: body.toString('base64') });
  const [port] = await once(child, 'message');
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * nginx, which sends the answer's body from a file, and its headers with some of its own.
 * @param folder for its files
 */
export async function startNginxFile(answer: CapturedAnswer, folder: string): Promise<Reference> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'body'), answer.body);
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(answer, folder, port));
  const options = ['-c', file, '-p', folder, '-e', join(folder, 'error.log')];
  const [program = '', ...args] = [...MEASURED_CORE, findProgram('nginx'), ...options];
  const child = spawn(program, args, { stdio: 'inherit' });
  const { stop } = await listening(port, child);
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: stop,
  };
}

/** One process, which keeps the file open, and headers that nginx does not make itself. */
function configuration({ headers }: CapturedAnswer, folder: string, port: number): string {
  const pairs = headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : [],
  );
  const type = pairs.find(([name]) => name === 'content-type')?.[1];
  const added = pairs
    .filter(([name = '']) => !['content-type', 'content-length'].includes(name))
    .map(([name, value = '']) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`);
  return `daemon off;
master_process off;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 4096; }
http {
  access_log off;
  etag off;
  if_modified_since off;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=10;
  types { }
  default_type "${type}";
  ${added.join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    location / { root ${folder}; rewrite ^ /body break; }
  }
}
`;
}
