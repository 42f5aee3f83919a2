import { parseArgs } from 'node:util';
import { table } from '../report.ts';

/**
 * Simulates one hour, second by second: readers come, read and leave, and letters are sent. It counts the
 * load on each instance. Nothing is random, so the same question always has the same answer.
 */

/** What is asked. */
interface Hour {
  /** Readers who come in this hour. */
  readers: number;
  /** Letters that each of them opens. */
  letters: number;
  /** Changes to what readers see, spread evenly over the hour. */
  changes: number;
  /** Minutes that a reader keeps the page open. */
  stay: number;
  /** The share of readers, from 0 to 1, who come because a letter was just sent. */
  drawn: number;
  /** The share of requests, from 0 to 1, that a CDN answers. Streams always come through. */
  cdn: number;
}

export const USUAL: Hour = {
  readers: 1000,
  letters: 2,
  changes: 2,
  stay: 4,
  drawn: 0.5,
  cdn: 0,
};

/** What is needed. */
interface Need {
  /** At the busiest second. */
  requests: number;
  streams: number;
  /** Events sent to readers in the hour. */
  events: number;
  /** Pages rendered in the hour, by all instances together. */
  renders: number;
  gigabytes: number;
  instances: number;
}

/** What one instance can carry, with room to spare; docs/scaling.md says how it was measured. */
const INSTANCE = { streams: 8000, requests: 2000 };
/** Bytes on the wire, headers included; those of the page and its assets as the row `bytes` measures them. */
const BYTES = { home: 14_500, assets: 138_000, letter: 1800, event: 250, heartbeat: 24 };
/** What a first page requests besides itself, and the share of readers who have it cached. */
const ASSETS = { requests: 12, kept: 0.3 };
const HEARTBEAT = 15;
/** Readers drawn by a letter come within this many seconds, most of them early. */
const RUSH = 600;
/** Pages that are rendered again after a change: the home page and its first letters. */
const WARM_PAGES = 10;
const SECONDS = 3600;

export function simulate(hour: Hour): Need {
  const arrivals = arrivalsPerSecond(hour);
  const stay = Math.round(hour.stay * 60);
  const own = 1 - hour.cdn;
  const each = 1 + hour.letters + ASSETS.requests * (1 - ASSETS.kept);
  let streams = 0;
  let mostStreams = 0;
  let mostRequests = 0;
  let events = 0;
  let heartbeats = 0;
  const isChange = changeSeconds(hour.changes);
  // The hour is run twice, so that it begins with the readers who came at the end of the first run.
  for (let second = 0; second < 2 * SECONDS; second += 1) {
    const at = second % SECONDS;
    const came = arrivals[at] ?? 0;
    const left = second >= stay ? (arrivals[(second - stay) % SECONDS] ?? 0) : 0;
    streams += came - left;
    if (second < SECONDS) continue;
    mostStreams = Math.max(mostStreams, streams);
    mostRequests = Math.max(mostRequests, came * (1 + each * own));
    events += streams * (isChange.get(at) ?? 0);
    heartbeats += streams / HEARTBEAT;
  }
  const instances = Math.max(
    1,
    Math.ceil(mostStreams / INSTANCE.streams),
    Math.ceil(mostRequests / INSTANCE.requests),
  );
  const bytes =
    hour.readers *
      own *
      (BYTES.home + hour.letters * BYTES.letter + BYTES.assets * (1 - ASSETS.kept)) +
    events * BYTES.event +
    heartbeats * BYTES.heartbeat;
  return {
    requests: Math.round(mostRequests),
    streams: Math.round(mostStreams),
    events: Math.round(events),
    renders: hour.changes * WARM_PAGES * instances,
    gigabytes: bytes / 1e9,
    // One more, so that one can fail or be replaced.
    instances: instances === 1 ? 1 : instances + 1,
  };
}

/** How many changes there are in each second that has one. */
function changeSeconds(changes: number): Map<number, number> {
  const seconds = new Map<number, number>();
  for (let change = 0; change < changes; change += 1) {
    const at = Math.floor((change / changes) * SECONDS);
    seconds.set(at, (seconds.get(at) ?? 0) + 1);
  }
  return seconds;
}

/** Some readers come at any time, the others in a rush after each letter, which then subsides. */
function arrivalsPerSecond({ readers, changes, drawn }: Hour): number[] {
  const rushing = changes > 0 ? readers * drawn : 0;
  const arrivals = Array<number>(SECONDS).fill((readers - rushing) / SECONDS);
  const shares = Array.from({ length: RUSH }, (_, second) => Math.exp((-4 * second) / RUSH));
  const sum = shares.reduce((total, share) => total + share, 0);
  for (const [start, count] of changeSeconds(changes)) {
    for (const [second, share] of shares.entries()) {
      const at = (start + second) % SECONDS;
      arrivals[at] = (arrivals[at] ?? 0) + (rushing * (count / changes) * share) / sum;
    }
  }
  return arrivals;
}

const EXAMPLES: Hour[] = [
  { ...USUAL, readers: 100 },
  { ...USUAL, readers: 10_000 },
  { ...USUAL, readers: 100_000 },
  { ...USUAL, readers: 1_000_000 },
  { ...USUAL, readers: 1_000_000, cdn: 0.95 },
];

/** `npm run bench -- capacity [--readers N] [--letters N] …`: one question, or the usual ones. */
export function benchCapacity(args: string[]): void {
  const hours = hoursAsked(args);
  if (typeof hours === 'string') {
    const options = Object.entries(USUAL).map(([name, value]) => `--${name} ${value}`);
    console.error(`${hours}\nThe options, with what is usual: ${options.join(' ')}`);
    process.exitCode = 2;
    return;
  }
  const simulated = table(
    [
      'Readers/h',
      'CDN',
      'Requests/s',
      'Open streams',
      'Events/h',
      'Renders/h',
      'GB/h',
      'Instances',
    ],
    hours.map((hour) => {
      const need = simulate(hour);
      return [
        hour.readers,
        hour.cdn,
        need.requests,
        need.streams,
        need.events,
        need.renders,
        Number(need.gigabytes.toPrecision(2)),
        need.instances,
      ];
    }),
  );
  console.log(simulated);
}

/** What is asked; a sentence: what is wrong with it. */
function hoursAsked(args: string[]): Hour[] | string {
  const names = Object.keys(USUAL) as (keyof Hour)[];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const asked = { ...USUAL };
  try {
    const { values } = parseArgs({ args, options });
    for (const [name, value] of Object.entries(values)) {
      asked[name as keyof Hour] = Number(value);
      if (!(Number(value) >= 0)) return `--${name} takes a number.`;
    }
  } catch (error) {
    return (error as Error).message;
  }
  return args.length > 0 ? [asked] : EXAMPLES;
}
