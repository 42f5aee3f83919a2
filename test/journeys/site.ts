import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LetterJson } from '#core/letter.ts';

const SERVER = join(import.meta.dirname, '../../server.ts');
const READY = 'Press Ctrl-C to stop.';

export const OWNER = 'Ines Aldana';
export const MAIN_PASSWORD = 'a lamp in the window';
export const ALTERNATIVE_PASSWORD = 'two herons at dusk';

export type Environment = Record<string, string>;

/** The configuration of a site whose passwords are known. */
export const KNOWN_PASSWORDS: Environment = { MAIN_PASSWORD, ALTERNATIVE_PASSWORD };

export interface SentLetter {
  title: string;
  content?: string;
  date?: string;
  signature?: string;
  hidden?: boolean;
}

/** The real site in a process of its own, with a database of its own. */
export interface Site {
  url: string;
  /** What it wrote on the terminal. */
  terminal: string;
  /** What it complained about, line by line. */
  complaints(): string[];
  /** Sends a letter as the owner does, through the interface that the portal uses. */
  send(letter: SentLetter): Promise<LetterJson>;
  update(letter: LetterJson, change: Partial<SentLetter>): Promise<LetterJson>;
  delete(letter: LetterJson): Promise<void>;
  /** Runs a statement on the database file, from outside. */
  database(statement: string): void;
  /** Stops it and starts it again at the same address, with the same letters. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSite(environment: Environment): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'letters-journey-'));
  const databasePath = join(folder, 'letters.db');
  const configuration = {
    PORT: '0',
    DATABASE_URL: `sqlite:${databasePath}`,
    OWNER_NAME: OWNER,
    ...environment,
  };
  let complaints = '';
  const complain = (text: string) => {
    complaints += text;
  };
  let running = await run(folder, configuration, complain);
  const { terminal } = running;
  const url = /The site is at (\S+)/.exec(terminal)?.[1] ?? '';

  let cookie: string | null = null;
  async function call(method: string, path: string, body?: object): Promise<Response> {
    const headers = new Headers({ Origin: url, 'Content-Type': 'application/json' });
    if (cookie) headers.set('Cookie', cookie);
    const request = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(url + path, request);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response;
  }
  async function asOwner(method: string, path: string, body?: object): Promise<Response> {
    if (!cookie) {
      const { headers } = await call('POST', '/api/session', { password: MAIN_PASSWORD });
      cookie = headers.get('Set-Cookie')?.split(';')[0] ?? null;
    }
    return call(method, `/api/portal/letters${path}`, body);
  }

  return {
    url,
    terminal,
    complaints: () => complaints.split('\n').filter(Boolean),
    async send(letter) {
      const body = { content: 'Come by when you can.', ...letter };
      return (await asOwner('POST', '', body)).json() as Promise<LetterJson>;
    },
    async update(letter, change) {
      const response = await asOwner('PUT', `/${letter.id}`, { ...letter, ...change });
      return response.json() as Promise<LetterJson>;
    },
    async delete({ id }) {
      await asOwner('DELETE', `/${id}`);
    },
    database(statement) {
      const database = new DatabaseSync(databasePath, { timeout: 5000 });
      database.exec(statement);
      database.close();
    },
    async restart() {
      await end(running.child);
      running = await run(folder, { ...configuration, PORT: new URL(url).port }, complain);
    },
    async stop() {
      await end(running.child);
      await rm(folder, { recursive: true });
    },
  };
}

async function run(
  folder: string,
  configuration: Environment,
  complain: (text: string) => void,
): Promise<{ child: ChildProcess; terminal: string }> {
  const { PATH = '', TZ = 'UTC' } = process.env;
  const child = spawn(process.execPath, [SERVER], {
    // No `.env` lies here, so the journey alone decides how the site is configured.
    cwd: folder,
    env: { PATH, TZ, ...configuration },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.setEncoding('utf8').on('data', complain);
  return { child, terminal: await untilReady(child) };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`The site ended with ${child.exitCode}.`);
}

function untilReady({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let terminal = '';
    stdout?.setEncoding('utf8').on('data', (text) => {
      terminal += text;
      if (terminal.includes(READY)) resolve(terminal);
    });
    stdout?.once('end', () => reject(new Error(`The site did not start. ${terminal}`)));
  });
}
