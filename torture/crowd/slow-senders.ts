import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../test/quantile.ts';
import { chooseSeed } from '../../test/seeded-random.ts';
import { watchMemory } from '../flat-memory.ts';
import { visitFrontPage } from '../front-page.ts';
import { poll } from '../poll.ts';
import { needsLinux, type Outcome, type Row, type Scale } from '../row.ts';
import { type TormentedSite, withSite } from '../with-site.ts';
import { atFileLimit, openFiles } from './file-limit.ts';
import { type Fleet, startFleet } from './fleet.ts';
import type { HeldKind, SlowOrders } from './slow-sender-fleet.ts';

interface Size {
  /** How many there are, including those that have just been cut off. */
  connections: number;
  /** How many must be open most of the time. */
  least: number;
  /** Milliseconds that the crowd keeps coming. */
  hold: number;
  /** Milliseconds between two bytes. */
  pace: number;
  /** Milliseconds that the test waits for them to end. */
  end: number;
  /** Which kinds are waited for. */
  ends: RegExp;
}

const SIZES: Record<Scale, Size> = {
  full: { connections: 5600, least: 5000, hold: 60_000, pace: 1000, end: 90_000, ends: /./ },
  // The bodies may take a minute.
  quick: {
    connections: 140,
    least: 120,
    hold: 1000,
    pace: 200,
    end: 40_000,
    ends: /nothing|headers/,
  },
};
/** Milliseconds that a connection may last: the site's limits, its checking interval, and some tolerance. */
const LONGEST_MS = { headers: 10_000 + 2000 + 1500, body: 60_000 + 2000 + 1500 };
/** Milliseconds that the test waits until enough are open. */
const TIMEOUT_MS = 30_000;
/** Milliseconds, for 99 of 100 readers. */
const PROMISED_MS = 500;
/** Megabytes that each slow connection may cost, besides what pages cost the site anyway. */
const WEIGHT = { each: 0.06, pages: 100 };

export const slowSenders: Row = {
  name: 'slow-senders',
  claim:
    'Thousands of connections send headers and bodies byte by byte or not at all: the home page answers, memory is bounded, and each connection is closed in time; at its limit of open files the site goes on serving and recovers.',
  obstacle: needsLinux,
  async run(scale) {
    const outcome = await withSite({}, (tormented) => underSiege(tormented, SIZES[scale]));
    return { ...outcome, broken: [...outcome.broken, ...(await atFileLimit())] };
  },
};

async function underSiege(tormented: TormentedSite, size: Size): Promise<Outcome> {
  const { site, owner, port, origin } = tormented;
  await owner.send({ title: 'The front page' });
  await fetch(site.address);
  const filesBefore = openFiles(site.pid);
  using memory = watchMemory(site.pid, 500);
  await using fleet = startFleet('slow-sender-fleet.ts');
  const { connections, least, pace } = size;
  const seed = chooseSeed();
  const cookie = owner.cookie ?? '';
  await using readers = visitFrontPage(port);
  await fleet.tell({ port, origin, cookie, connections, pace, seed } satisfies SlowOrders);
  const held = await heldFor(size, () => openFiles(site.pid) - filesBefore);
  const visits = await readers.stop();

  fleet.send('let go');
  const kinds = await allEnded(fleet, size);
  const [before = 0, ...during] = memory.stop();
  const peak = Math.max(...during);
  const bound = before + connections * WEIGHT.each + WEIGHT.pages;
  const broken = [...visits.failures, ...kinds.flatMap(untold)];
  const left = kinds.filter(({ kind, open }) => open > 0 && size.ends.test(kind));
  broken.push(...left.map(({ kind, open }) => `${open} are still there: ${kind}.`));
  await owner.send({ title: 'Afterwards' });
  const files = openFiles(site.pid);
  const gone = kinds.every(({ open }) => open === 0);
  if (gone && files > filesBefore + 8) broken.push(`${files} files are open afterwards.`);
  broken.push(...site.complaints().map((line) => `It logged an error: ${line}`));
  const slow = [...kinds.flatMap(outstayed), ...slowness(visits, peak, bound)];
  if (held < least) slow.push(`Only ${held} of ${least} connections were held.`);
  return { figure: `${figureOf(held, visits, peak)}; seed ${seed}`, broken, slow };
}

/** The median number of connections, once there are enough of them. */
async function heldFor({ least, hold }: Size, count: () => number): Promise<number> {
  const seen = [await poll(count, (held) => held >= least, { within: TIMEOUT_MS, every: 50 })];
  const end = performance.now() + hold;
  while (performance.now() < end) {
    await sleep(500);
    seen.push(count());
  }
  return median(seen);
}

/** Waits until all connections have ended that should, or the time is over. */
function allEnded(fleet: Fleet, { end, ends }: Size): Promise<HeldKind[]> {
  const report = async () => (await fleet.tell('report')) as HeldKind[];
  const hasGone = ({ kind, open }: HeldKind) => open === 0 || !ends.test(kind);
  return poll(report, (kinds) => kinds.every(hasGone), { within: end, every: 250 });
}

/** Connections that lasted too long. */
function outstayed({ kind, longest }: HeldKind): string[] {
  const most = /nothing|headers/.test(kind) ? LONGEST_MS.headers : LONGEST_MS.body;
  return longest > most ? [`${kind}: one stayed for ${Math.round(longest)} ms.`] : [];
}

/** Connections that were closed without an answer. */
function untold({ kind, ended, answers }: HeldKind): string[] {
  const told = answers['408'] ?? 0;
  // A client that goes on sending into a closed connection may lose the answer.
  const enough = kind.endsWith('byte by byte') ? ended / 2 : ended;
  return told < enough ? [`${kind}: ${told} of ${ended} were told why.`] : [];
}

type Seen = Awaited<ReturnType<ReturnType<typeof visitFrontPage>['stop']>>;

function figureOf(held: number, { count, fresh, kept }: Seen, peak: number): string {
  const [one, other] = [fresh, kept].map(Math.round);
  return `${held} held, ${count} visits: p99 ${one} ms on fresh connections, ${other} ms on kept ones; memory at most ${Math.round(peak)} MB`;
}

function slowness({ fresh, kept }: Seen, peak: number, bound: number): string[] {
  const slow: string[] = [];
  if (Math.max(fresh, kept) >= PROMISED_MS)
    slow.push(`The front page took longer than ${PROMISED_MS} ms.`);
  if (peak > bound) slow.push(`Memory went to ${Math.round(peak)} of ${Math.round(bound)} MB.`);
  return slow;
}
