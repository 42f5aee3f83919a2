import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../servers/free-port.ts';

const SERVER = join(import.meta.dirname, '../../start.js');
const READY = 'Press Ctrl-C to stop.';
const READY_CHECK_MS = 5;
const REQUEST_LINE = /^\{.*\}\n/gm;

export type Environment = Record<string, string>;

/** The real site in a process of its own, which is killed at the latest when it is disposed of. */
export interface SiteProcess extends AsyncDisposable {
  /** Where it listens, whatever it takes for its public address. */
  address: string;
  /** What it said to whoever started it. */
  terminal(): string;
  /** What it complained about, line by line: each message with its cause, if it has one. */
  complaints(): string[];
  /** Everything that it wrote, as it was written. */
  output(): string;
  readonly pid: number;
  /** Resolves with its exit status once it has ended; null when a signal ended it. */
  ended: Promise<number | null>;
  /** Tells it to stop; rejects when it ends otherwise than well. */
  stop(): Promise<void>;
  /** Ends it without a word of warning. */
  kill(): Promise<void>;
}

/**
 * Starts the site and waits until it says that it runs.
 * @param environment its whole configuration; `PORT` may be left out
 * @param folder where it runs; no `.env` should lie there
 * @param through a program, with its arguments, that starts the process and becomes it
 * @param outputFile receives its standard output, if it should not be read as it comes
 */
export async function startSiteProcess(
  environment: Environment,
  folder: string,
  through: string[] = [],
  outputFile: string | null = null,
): Promise<SiteProcess> {
  const port = environment.PORT ?? String(await freePort());
  const { PATH = '', TZ = 'UTC' } = process.env;
  const [program = '', ...args] = [...through, process.execPath, SERVER];
  const output = outputFile === null ? 'pipe' : openSync(outputFile, 'a');
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH, TZ, ...environment, PORT: port },
    stdio: ['ignore', output, 'pipe'],
  });
  if (output !== 'pipe') closeSync(output);
  const ended = once(child, 'close').then(() => child.exitCode);
  let read = '';
  let complaints = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    read += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  const terminal = () => (outputFile === null ? read : readFileSync(outputFile, 'utf8'));
  while (!terminal().includes(READY)) {
    if (!isRunning(child)) throw new Error(`The site did not start. ${terminal()}${complaints}`);
    const more = child.stdout ? once(child.stdout, 'data') : sleep(READY_CHECK_MS);
    await Promise.race([ended, more]);
  }
  async function kill(): Promise<void> {
    if (isRunning(child)) child.kill('SIGKILL');
    await ended;
  }
  return {
    address: `http://localhost:${port}`,
    terminal: () => terminal().replaceAll(REQUEST_LINE, ''),
    complaints: () => complaints.split('\n').filter(Boolean).map(complaintOf),
    output: () => terminal() + complaints,
    pid: child.pid ?? 0,
    ended,
    async stop() {
      if (isRunning(child)) child.kill('SIGTERM');
      await ended;
      if (child.exitCode !== 0 && child.signalCode !== 'SIGKILL') {
        throw new Error(`The site ended with ${child.exitCode}. ${complaints}`);
      }
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

/** A start that fails complains in prose, for its owner; a running site, in JSON. */
export function complaintOf(line: string): string {
  if (!line.startsWith('{')) return line;
  const { message, cause } = JSON.parse(line) as { message: string; cause?: string };
  return cause === undefined ? message : `${message} ${cause}`;
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
