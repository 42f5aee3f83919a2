import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  hasChildren,
  processorSeconds,
  residentMegabytes,
} from '../../test/machine/process-load.ts';
import { median } from '../../test/quantile.ts';
import { type SiteProcess, startSiteProcess } from '../../test/site/site-process.ts';
import { type MeasuredSite, withMeasuredSite } from '../measured-site.ts';
import { MEASURED_CORE, measureFromOwnCore } from '../pinning.ts';
import { interleaved, ratios } from '../rounds.ts';
import type { Figure, Row } from '../row.ts';
import { namedByIndex, openGrowingSite, type Times, WORST } from './growing-site.ts';

const FEW = 10;
const MANY = 100_000;
const ROUNDS = 40;
const TURNS = 5;
/** Few, because the worst search takes seconds. */
const WORST_ROUNDS = 5;
const STARTS = 5;
const SETTLED_MS = 10_000;
const MUST = { atMost: 1.2 };
const REMARKS = [
  'Every answer of the portal has 10 letters on both sites, and so has the last page, which is more than 4,000 pages deep. The page 1,000 cursors deep is one of `/api/letters`, with five letters a page; on the smaller site it is the deepest full page. The first page has 12 letters on one site and 24 on the other; the difference is the time to render them, and with it the row is at its limit: five runs of 2026-11-29 had 1.13 to 1.24, and three of the software of 2026-11-26, in turns with the last three of them, 1.15 to 1.24; one of 2026-11-30 had 1.07.',
  'Search for words that all have, but not in this order, takes longer with more letters, and falls short. The index knows which letters contain each two of the words in sequence; whether a letter contains all of them, only its text can tell. Nearly all of the time goes into reading and checking those letters, in steps between which other requests are answered. The time of the index alone, which selects them, is the floor for any index that is scanned, and also grows with the letters; an index with word positions would take longer (docs/decisions/2026-11-21-search.md).',
];

async function measureAnswers(few: MeasuredSite, many: MeasuredSite): Promise<Figure[]> {
  await using small = await openGrowingSite(few);
  await using large = await openGrowingSite(many);
  const typical = async ({ measure }: typeof small) => {
    const turns: Times[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) turns.push(await measure());
    return (what: string) => median(turns.map((times) => times[what] ?? Number.NaN));
  };
  const measured = await interleaved(
    ROUNDS,
    { small: () => typical(small), large: () => typical(large) },
    { warmUp: 3 },
  );
  const figures = Object.keys(await small.measure()).flatMap((what): Figure[] => {
    const [ours, theirs] = [measured.large, measured.small].map((rounds) =>
      rounds.map((timeOf) => timeOf(what)),
    ) as [number[], number[]];
    return compared(what, ours, theirs);
  });
  const memory = measureMemory(few, many);
  const worst = await interleaved(WORST_ROUNDS, { small: small.worst, large: large.worst });
  return [
    ...figures,
    ...compared('search for words that all have, but not in this order', worst.large, worst.small),
    ...measureIndex(many),
    ...memory,
  ];
}

/** What the worst search takes in the index alone. */
function measureIndex({ folder }: MeasuredSite): Figure[] {
  const named = Array.from({ length: WORST_ROUNDS }, () =>
    namedByIndex(join(folder, 'letters.db'), WORST),
  );
  const of = (what: keyof (typeof named)[number]) => named.map((search) => search[what]);
  return [
    { what: 'candidates that are checked', values: of('letters'), unit: '' },
    { what: 'the index alone, which selects them', values: of('milliseconds'), unit: 'ms' },
  ];
}

function compared(what: string, ours: number[], theirs: number[]): Figure[] {
  return [
    { what, values: ratios(ours, theirs), unit: '×', must: MUST },
    { what: `${what}, with ${MANY.toLocaleString('en-US')}`, values: ours, unit: 'ms' },
  ];
}

interface Start {
  milliseconds: number;
  megabytes: number;
}

/** Starts another site on the same letters, and waits until it is idle. */
async function measureStart({ folder }: MeasuredSite): Promise<Start> {
  const environment = { DATABASE_URL: 'sqlite:letters.db', OWNER_NAME: 'O', REQUEST_LOG: 'off' };
  const started = performance.now();
  await using site = await startSiteProcess(environment, folder, MEASURED_CORE);
  const milliseconds = performance.now() - started;
  await untilIdle(site);
  // A site that has nothing to do gives memory back a little later, with few letters as with many.
  await sleep(SETTLED_MS);
  return { milliseconds, megabytes: residentMegabytes(site.pid) };
}

/** A child process reads all letters once, which takes longer the more there are. */
async function untilIdle({ pid }: SiteProcess): Promise<void> {
  let spent = -1;
  while (processorSeconds(pid) > spent + 0.02 || hasChildren(pid)) {
    spent = processorSeconds(pid);
    await sleep(500);
  }
}

async function measureStarts(few: MeasuredSite, many: MeasuredSite): Promise<Figure[]> {
  const { small, large } = await interleaved(STARTS, {
    small: () => measureStart(few),
    large: () => measureStart(many),
  });
  const times = [large, small].map((starts) => starts.map(({ milliseconds }) => milliseconds));
  const sizes = [large, small].map((starts) => starts.map(({ megabytes }) => megabytes));
  const [slow = [], quick = []] = times;
  const [big = [], little = []] = sizes;
  return [
    { what: 'start until ready', values: ratios(slow, quick), unit: '×', must: MUST },
    { what: 'memory when idle', values: ratios(big, little), unit: '×', must: MUST },
    { what: 'memory when idle, with 100,000', values: big, unit: 'MB' },
  ];
}

function measureMemory(few: MeasuredSite, many: MeasuredSite): Figure[] {
  const [little = 0, big = 0] = [few, many].map(({ site }) => residentMegabytes(site.pid));
  const what = 'memory after these requests';
  return [
    { what, values: ratios([big], [little]), unit: '×', must: MUST },
    { what: `${what}, with 100,000`, values: [big], unit: 'MB' },
  ];
}

export const growth: Row = {
  name: 'growth',
  claim:
    'How much longer answers, changes and starts take, and how much more memory is used, with 100,000 letters than with 10.',
  async run() {
    measureFromOwnCore();
    const figures = await withMeasuredSite({ letters: FEW }, (few) =>
      withMeasuredSite({ letters: MANY }, async (many) => {
        await untilIdle(many.site);
        const answers = await measureAnswers(few, many);
        return [...answers, ...(await measureStarts(few, many))];
      }),
    );
    return { figures, remarks: REMARKS };
  },
};
