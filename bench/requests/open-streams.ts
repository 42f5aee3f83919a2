import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Owner } from '../../test/clients/owner.ts';
import { residentMegabytes } from '../../test/machine/process-load.ts';
import { quantile } from '../../test/quantile.ts';
import { type MeasuredSite, withMeasuredSite } from '../measured-site.ts';
import { measureFromOwnCore } from '../pinning.ts';
import { interleaved, ratios } from '../rounds.ts';
import type { Measured, Row } from '../row.ts';
import { writeSteadily } from './busy-owner.ts';
import { capture } from './captured-answer.ts';
import { openReaders } from './open-readers.ts';
import { startBareSite } from './references.ts';
import { openStreamReaders, type StreamReaders } from './stream-readers.ts';

const STREAMS = 5000;
/** Other files that the measuring process has open. */
const OTHER_FILES = 500;
const SITES = 3;
const CHANGES = 10;
/** Readers of the home page. */
const READERS = 50;
/** How many milliseconds they fetch it for, and how many fetches a second they make together. */
const PACE = { length: 4000, perSecond: 200 };
const WARM_UP = { length: 2000, perSecond: 1000 };
/** Changes a second meanwhile. */
const WRITES = 2;
/** Rounds of fetching on each site. */
const ROUNDS = 2;
/** Milliseconds after which a site has released the memory that only its start needed. */
const SETTLED_MS = 10_000;
/** Milliseconds after which every stream has had a heartbeat, and the memory that opening took is released. */
const STEADY_MS = 45_000;

interface Found {
  /** Kilobytes for each stream. */
  memory: number;
  /** Milliseconds until each stream had each change, from its sending and from its acknowledgment. */
  sent: number[];
  acknowledged: number[];
  /** Milliseconds of each fetch, by rounds. */
  quiet: number[][];
  meanwhile: number[][];
  bareMeanwhile: number[][];
}

async function measure(): Promise<Measured> {
  measureFromOwnCore();
  const found: Found[] = [];
  await withMeasuredSite({}, async (without) => {
    while (found.length < SITES) {
      found.push(await withMeasuredSite({}, (measured) => measureSite(measured, without.port)));
    }
  });
  const p99 = (rounds: number[][]) => rounds.map((took) => quantile(took, 0.99));
  const quiet = p99(found.flatMap((site) => site.quiet));
  const meanwhile = p99(found.flatMap((site) => site.meanwhile));
  const bareMeanwhile = p99(found.flatMap((site) => site.bareMeanwhile));
  const sent = found.map((site) => site.sent);
  const acknowledged = p99(found.map((site) => site.acknowledged));
  const half = sent.map((delays) => quantile(delays, 0.5));
  return {
    figures: [
      { what: 'From sending to reader, p99', values: p99(sent), unit: 'ms', must: { atMost: 250 } },
      { what: 'From sending to reader, p50', values: half, unit: 'ms' },
      { what: 'From acknowledgment to reader, p99', values: acknowledged, unit: 'ms' },
      {
        what: 'Memory of a stream',
        values: found.map(({ memory }) => memory),
        unit: 'kB',
        must: { atMost: 20 },
      },
      {
        what: 'Home page p99, with streams and two changes a second ÷ without',
        values: ratios(meanwhile, quiet),
        unit: '×',
        must: { atMost: 2 },
      },
      {
        what: 'The barest server with streams and changes ÷ the site without',
        values: ratios(bareMeanwhile, quiet),
        unit: '×',
      },
      { what: 'Home page p99 without', values: quiet, unit: 'ms' },
      { what: 'Home page p99 with', values: meanwhile, unit: 'ms' },
      { what: 'p99 of the barest server with', values: bareMeanwhile, unit: 'ms' },
    ],
    remarks: [
      `Memory is that of the process after ${STEADY_MS / 1000} seconds, minus what it had after its start and 2,000 pages. An open answer of a bare \`node:http\` takes about 15 kB.`,
      'After a change readers get the previous home page until the new one is rendered. After that the streams are told, in batches of fifty, each about a third of a millisecond; other requests have a turn between two batches. What a reader may still wait for is one indivisible piece of work: the write and its sync, rendering the page (2 to 3 ms after the warm-up; 4 to 8 before there was one), and its compression if all share one core (1.5 to 2). The barest server, which renders no page, held in two runs (1.2 and 1.7) and not in a third (3.7). Rendering in a separate thread of lower priority made no difference beyond this noise. The threads that compress and collect garbage have a lower priority (thread-priority.ts): in turns of one run the slowest of 100 readers waited for 4.9 ms with this, and for 11.9 without. Turns for others between the parts of the rendering made no difference beyond the noise of this row, and cost readers much in a storm of writes (docs/decisions/2026-11-22-renewed-home-page.md).',
      'While the home page is fetched, the events of the streams are not read: reading them would take the core that measures.',
    ],
  };
}

/** @param without the port of another site on the same core, which has no streams */
async function measureSite(
  { site, port, owner, folder }: MeasuredSite,
  without: number,
): Promise<Found> {
  await owner.unlock();
  await fetchHome(port, WARM_UP);
  await sleep(SETTLED_MS);
  const before = residentMegabytes(site.pid);
  using streams = await openStreamReaders(port, STREAMS);
  await sleep(STEADY_MS);
  const memory = ((residentMegabytes(site.pid) - before) * 1024 * 1.024) / STREAMS;
  const told = await tellAll(owner, streams);
  streams.pause();
  const page = await capture(`http://127.0.0.1:${port}/`, { 'Accept-Encoding': 'br' });
  await using bareSite = await startBareSite(page, folder);
  await fetchHome(bareSite.port, WARM_UP);
  using bareStreams = await openStreamReaders(bareSite.port, STREAMS);
  bareStreams.pause();
  const whileChanging = (changing: number) => async () => {
    const reading = fetchHome(changing, PACE);
    await writeSteadily(owner, changing, WRITES, reading);
    return reading;
  };
  const fetched = await interleaved(ROUNDS, {
    quiet: () => fetchHome(without, PACE),
    meanwhile: whileChanging(port),
    bareMeanwhile: whileChanging(bareSite.port),
  });
  return { memory, ...told, ...fetched };
}

/** Milliseconds of each fetch, from when it was due. */
async function fetchHome(port: number, { length, perSecond }: typeof PACE): Promise<number[]> {
  using readers = await openReaders(port, READERS);
  return await readers.fetchFor(length, perSecond);
}

async function tellAll(owner: Owner, streams: StreamReaders) {
  const sent: number[] = [];
  const acknowledged: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const title = `Change ${change}`;
    const began = performance.now();
    let answered = began;
    const arrivals = await streams.hear(title, async () => {
      await owner.send({ title });
      answered = performance.now();
    });
    for (const at of arrivals) {
      sent.push(at - began);
      acknowledged.push(Math.max(0, at - answered));
    }
    await sleep(200);
  }
  return { sent, acknowledged };
}

/** How many files this process may open: Node raises its soft limit to the hard one. */
function mostFiles(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const most = /^Max open files\s+(\S+)/m.exec(limits)?.[1] ?? '';
  return most === 'unlimited' ? Number.POSITIVE_INFINITY : Number(most);
}

export const openStreams: Row = {
  name: 'open-streams',
  claim: `What ${STREAMS.toLocaleString('en-US')} open live streams cost one instance: how long a change takes to reach all of them, how much memory each takes, and how long the home page takes meanwhile with two changes a second (letters sent, changed and deleted), compared with an instance without streams, and with the barest server that accepts as many changes and tells as many streams.`,
  obstacle() {
    if (process.platform !== 'linux') return 'it needs /proc';
    return mostFiles() < 2 * STREAMS + OTHER_FILES ? 'a process may not open as many files' : null;
  },
  run: measure,
};
