import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KNOWN_PASSWORDS } from '../../test/clients/owner.ts';
import { inFolder } from '../../test/in-folder.ts';
import { residentMegabytes } from '../../test/machine/process-load.ts';
import { freePort } from '../../test/servers/free-port.ts';
import { type Environment, startSiteProcess } from '../../test/site/site-process.ts';
import { MEASURED_CORE, measureFromOwnCore } from '../pinning.ts';
import { interleaved, ratios } from '../rounds.ts';
import type { Measured, Row } from '../row.ts';
import { fillDatabase } from '../sample-letters.ts';

const ROOT = join(import.meta.dirname, '../..');
const LETTERS = 100_000;
const ROUNDS = 5;
/** Milliseconds after which all work that follows a start is done. */
const IDLE_MS = 10_000;
const PAGES = ['/', '/', '/feed.xml', '/'];
/** Requests, and how many at a time, after which memory is measured again. */
const LOAD = { requests: 4000, atOnce: 20 };
const BARE = `require('node:http').createServer((_, answer) => answer.end()).listen(process.env.PORT)`;

interface Start {
  /** Milliseconds from the spawning of the process to its first good answer. */
  ready: number;
  /** Megabytes. */
  idle: number;
  /** Megabytes. */
  loaded: number;
}

const UNKNOWN: Start = { ready: Number.NaN, idle: Number.NaN, loaded: Number.NaN };

async function measure(): Promise<Measured> {
  measureFromOwnCore();
  return inFolder(async (folder) => {
    await fillDatabase(join(folder, 'letters.db'), LETTERS);
    const environment = {
      ...KNOWN_PASSWORDS,
      REQUEST_LOG: 'off',
      DATABASE_URL: `sqlite:${join(folder, 'letters.db')}`,
    };
    const found = await interleaved(ROUNDS, {
      ours: () => startSite(environment, folder),
      bare: startBare,
      npm: async () => ({ ...UNKNOWN, ready: await startByNpm(environment) }),
    });
    const of = (side: Start[], what: keyof Start) => side.map((start) => start[what]);
    const { ours, bare, npm } = found;
    return {
      figures: [
        { what: 'Ready', values: of(ours, 'ready'), unit: 'ms', must: { atMost: 500 } },
        { what: 'Idle memory', values: of(ours, 'idle'), unit: 'MB', must: { atMost: 120 } },
        { what: 'Memory after 4,000 requests', values: of(ours, 'loaded'), unit: 'MB' },
        { what: 'Bare `node:http`: ready', values: of(bare, 'ready'), unit: 'ms' },
        { what: 'Bare `node:http`: idle memory', values: of(bare, 'idle'), unit: 'MB' },
        {
          what: 'Ready, over bare',
          values: ratios(of(ours, 'ready'), of(bare, 'ready')),
          unit: '×',
        },
        { what: 'Ready through `npm start`', values: of(npm, 'ready'), unit: 'ms' },
      ],
      remarks: [
        'The letters exist already, Node’s compile cache is filled by the set-up, and everything is in the page cache.',
        'Idle is ten seconds after a few pages were requested; by then the whole database has been checked for damage, and the site has warmed up.',
      ],
    };
  });
}

async function startSite(environment: Environment, folder: string): Promise<Start> {
  const PORT = String(await freePort());
  const began = performance.now();
  await using site = await startSiteProcess({ ...environment, PORT }, folder, MEASURED_CORE);
  await ask(`${site.address}/readyz`);
  const ready = performance.now() - began;
  for (const page of PAGES) await ask(site.address + page);
  await sleep(IDLE_MS);
  const idle = residentMegabytes(site.pid);
  await load(site.address);
  return { ready, idle, loaded: residentMegabytes(site.pid) };
}

/** The least that any Node server takes. */
async function startBare(): Promise<Start> {
  const PORT = String(await freePort());
  const [program = '', ...args] = [...MEASURED_CORE, process.execPath, '-e', BARE];
  const began = performance.now();
  const server = spawn(program, args, { env: { PORT }, stdio: 'ignore' });
  const url = `http://localhost:${PORT}/`;
  while (!(await fetch(url).catch(() => null))?.ok) await sleep(1);
  const ready = performance.now() - began;
  await sleep(1000);
  const idle = residentMegabytes(server.pid ?? 0);
  server.kill();
  await once(server, 'close');
  return { ready, idle, loaded: idle };
}

/** Starts the built site with `npm start`. @returns milliseconds until it is ready */
async function startByNpm(environment: Environment): Promise<number> {
  const PORT = String(await freePort());
  const { PATH = '', HOME = '' } = process.env;
  const [program = '', ...args] = [...MEASURED_CORE, 'npm', 'start'];
  const began = performance.now();
  const env = { PATH, HOME, ...environment, PORT };
  const npm = spawn(program, args, { cwd: ROOT, env, stdio: 'ignore' });
  while (!(await fetch(`http://localhost:${PORT}/readyz`).catch(() => null))?.ok) await sleep(1);
  const ready = performance.now() - began;
  npm.kill();
  await once(npm, 'close');
  return ready;
}

async function load(address: string): Promise<void> {
  let left = LOAD.requests;
  const asking = Array.from({ length: LOAD.atOnce }, async () => {
    while (left > 0) {
      left -= 1;
      await ask(address + (PAGES[left % PAGES.length] ?? '/'));
    }
  });
  await Promise.all(asking);
}

async function ask(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  await response.arrayBuffer();
}

export const start: Row = {
  name: 'start',
  claim:
    'How long a start takes until the site is ready, with 100,000 letters, and how much memory it uses when idle.',
  run: measure,
};
