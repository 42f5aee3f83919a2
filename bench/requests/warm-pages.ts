import { join } from 'node:path';
import { withMeasuredSite } from '../measured-site.ts';
import { interleaved, ratios } from '../rounds.ts';
import type { Figure, Measured, Row } from '../row.ts';
import { startNginxFile } from './references.ts';
import { onStage, PAGES, type Page, sidesOf } from './stage.ts';
import { askWithWrk, type Throughput } from './wrk.ts';

const ROUNDS = 9;
/** Rounds until every side has compiled its code, and the site has settled after its start. */
export const WARM_UP = { warmUp: 3 };
/** Rounds of figures that are only for information. */
const FEW_ROUNDS = 3;

/** A remark of this row and of `not-modified`. */
export const READY_BYTES =
  'The site has its cached responses ready as bytes, head included, and sends them in one write. For bare, Node assembles the head and copies it and the body into one buffer for every answer. That saving pays for finding the answer and for its line in the log. The floor is the write itself: it takes nearly half of the processor time of the site (`node --cpu-prof start.js`), and as much of bare’s.';
const REMARKS = [
  READY_BYTES,
  'Bare sends what the site sends, byte for byte except for the date. nginx sends the same body with a head of its own: besides the headers of the site it has `server`, `last-modified` and `accept-ranges`.',
];

export const warmPages: Row = {
  name: 'warm-pages',
  claim:
    'How many cached pages the site can send in a second, compared with a bare `node:http` that sends ' +
    'the same bytes and headers; for comparison, nginx sends the same body from a file.',
  async run(): Promise<Measured> {
    const figures: Figure[] = [];
    for (const page of PAGES) figures.push(...(await measurePage(page)));
    return { figures: [...figures, ...(await measureMisses())], remarks: REMARKS };
  },
};

function measurePage(page: Page): Promise<Figure[]> {
  return onStage(page, {}, async (stage) => {
    const { answer, headers, folder } = stage;
    await using nginx = await startNginxFile(answer, join(folder, 'nginx'));
    const found = await interleaved(
      ROUNDS,
      { ...sidesOf(stage, askWithWrk), nginx: () => askWithWrk(nginx, headers) },
      WARM_UP,
    );
    return figuresOf(page, found);
  });
}

/** @param found of each round what each side answered */
export function figuresOf(
  what: string,
  {
    site,
    quiet,
    bare,
    nginx,
  }: Record<'site' | 'quiet' | 'bare', Throughput[]> & { nginx?: Throughput[] },
): Figure[] {
  const rate = (side: Throughput[]) => side.map(({ perSecond }) => perSecond);
  const compared = (name: string, side: Throughput[], other: Throughput[]): Figure => ({
    what: `${what}: ${name}`,
    values: ratios(rate(side), rate(other)),
    unit: '×',
  });
  return [
    { ...compared('site ÷ bare', site, bare), must: { atLeast: 0.95 } },
    compared('site without its log ÷ bare', quiet, bare),
    compared('site with its log ÷ without', site, quiet),
    ...(nginx ? [compared('nginx with a file ÷ bare', nginx, bare)] : []),
    { what: `${what}: site`, values: rate(site), unit: '/s' },
    { what: `${what}: bare`, values: rate(bare), unit: '/s' },
    {
      what: `${what}: the site’s share of its core`,
      values: site.map(({ busy }) => busy),
      unit: '',
    },
    { what: `${what}: bare’s share of its core`, values: bare.map(({ busy }) => busy), unit: '' },
  ];
}

/** What is slow: pages that are not cached, and pages that do not exist. */
function measureMisses(): Promise<Figure[]> {
  return withMeasuredSite({}, async ({ site, port, owner }) => {
    const { id } = await owner.send({
      title: 'For one',
      content: 'word '.repeat(200),
      hidden: true,
    });
    const figures: Figure[] = [];
    for (const [what, path, refused] of [
      ['A hidden letter, rendered for each request', `/letter/${id}`, false],
      ['A page that does not exist', '/nothing', true],
      ['A letter that does not exist', '/letter/nothing', true],
    ] as const) {
      const server = { url: `http://127.0.0.1:${port}${path}`, pid: site.pid };
      const ask = () => askWithWrk(server, { 'Accept-Encoding': 'br' }, { refused });
      const { misses } = await interleaved(FEW_ROUNDS, { misses: ask });
      figures.push(
        { what, values: misses.map(({ perSecond }) => perSecond), unit: '/s' },
        { what: `${what}: p99`, values: misses.map(({ p99 }) => p99), unit: 'ms' },
      );
    }
    return figures;
  });
}
