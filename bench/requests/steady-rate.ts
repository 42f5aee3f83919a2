import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median } from '../../test/quantile.ts';
import { MEASURING_CORE } from '../pinning.ts';
import { interleaved, ratios } from '../rounds.ts';
import type { Figure, Measured, Row } from '../row.ts';
import type { Found, Task } from './open-loop.ts';
import { onStage, PAGES, type Page, type Server, type Stage, sidesOf } from './stage.ts';
import { WARM_UP } from './warm-pages.ts';
import { askWithWrk, CONNECTIONS } from './wrk.ts';

const OPEN_LOOP = join(import.meta.dirname, 'open-loop.ts');
/** The share of the bare server's capacity. */
const LOAD = 0.6;
/** Many, because a round's p99 comes from a few stalls, most of which are those of the measuring side. */
const ROUNDS = 15;
const SECONDS = 1;
/** Milliseconds beyond which a server does not keep up with its rate. */
const TIMEOUT_MS = 30_000;

const REMARKS = [
  'A p99 consists of stalls, not of work: it is many times the median. Most of it has passed before a request is even sent, because the measuring process was delayed, or all its connections were waiting.',
  'It is meaningful only if no other program needs the cores. Otherwise a server that works less may get its turn later (`/proc/PID/schedstat` shows how long it worked and how long it waited), and its p99 is that of the other programs. Of two runs of 2026-11-29 the first had 0.905 and 1.2, the second 0.948 and 0.962.',
];

export const steadyRate: Row = {
  name: 'steady-rate',
  claim:
    'How long the slowest of 100 requests take at a fixed rate, 60 % of what a bare `node:http` can ' +
    'do, compared with that server at the same rate; counted from when each request was due.',
  async run(): Promise<Measured> {
    const figures: Figure[] = [];
    for (const page of PAGES) figures.push(...(await measurePage(page)));
    return { figures, remarks: REMARKS };
  },
};

function measurePage(page: Page): Promise<Figure[]> {
  return onStage(page, {}, async (stage) => {
    const { bare, headers } = stage;
    const capacities = { capacity: () => askWithWrk(bare, headers) };
    const { capacity } = await interleaved(3, capacities);
    const rate = Math.round(LOAD * median(capacity.map(({ perSecond }) => perSecond)));
    const found = await interleaved(
      ROUNDS,
      sidesOf(stage, (server) => askSteadily(server, rate, stage)),
      WARM_UP,
    );
    const p99 = (side: Found[]) => side.map((round) => round.p99);
    const milliseconds = (what: string, values: number[]): Figure => ({ what, values, unit: 'ms' });
    return [
      {
        what: `${page}: p99, site ÷ bare`,
        values: ratios(p99(found.site), p99(found.bare)),
        unit: '×',
        must: { atMost: 1.15 },
      },
      {
        what: `${page}: p99, site without its log ÷ bare`,
        values: ratios(p99(found.quiet), p99(found.bare)),
        unit: '×',
      },
      milliseconds(`${page}: p99 of the site`, p99(found.site)),
      milliseconds(`${page}: p99 of bare`, p99(found.bare)),
      milliseconds(
        `${page}: p50 of the site`,
        found.site.map(({ p50 }) => p50),
      ),
      milliseconds(
        `${page}: p50 of bare`,
        found.bare.map(({ p50 }) => p50),
      ),
      milliseconds(
        `${page}: p99 of bare, part before a request is sent`,
        found.bare.map(({ sent99 }) => sent99),
      ),
      { what: `${page}: rate`, values: [rate], unit: '/s' },
    ];
  });
}

async function askSteadily({ url }: Server, rate: number, { headers }: Stage): Promise<Found> {
  const { port, pathname, host } = new URL(url);
  const lines = Object.entries({ Host: host, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const request = `GET ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const [program = process.execPath, ...args] = MEASURING_CORE;
  const execArgv = MEASURING_CORE.length > 0 ? [...args, process.execPath] : [];
  const child = fork(OPEN_LOOP, { execPath: program, execArgv });
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  const ended = once(child, 'exit');
  const told = once(child, 'message');
  const task: Task = {
    port: Number(port),
    request,
    connections: CONNECTIONS,
    rate,
    seconds: SECONDS,
  };
  child.send(task);
  const found = await Promise.race([told, ended.then(() => null)]);
  clearTimeout(timer);
  await ended;
  if (found === null) throw new Error(`${url} does not keep up with ${rate} requests a second.`);
  return found[0];
}
