import type { Result } from 'lighthouse';
import { launchChromium } from '../../test/browser/launch-chromium.ts';
import { freePort } from '../../test/servers/free-port.ts';
import { firstLetter, withMeasuredSite } from '../measured-site.ts';
import type { Figure, Measured, Row } from '../row.ts';

const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const TIMES: [audit: string, what: string, unit: Figure['unit'], atMost?: number][] = [
  ['largest-contentful-paint', 'LCP', 'ms', 1200],
  ['total-blocking-time', 'TBT', 'ms', 50],
  ['cumulative-layout-shift', 'CLS', '', 0.01],
  ['first-contentful-paint', 'FCP', 'ms'],
  ['speed-index', 'speed index', 'ms'],
];

export const lighthouse: Row = {
  name: 'lighthouse',
  claim:
    'What Lighthouse says of the home page with 24 letters and of a letter, on a simulated phone with a slow processor and a slow network.',

  run: () =>
    withMeasuredSite({ letters: 24 }, async (measured) => {
      const pages = { home: '/', letter: await firstLetter(measured) };
      const seen: Record<string, Result[]> = { home: [], letter: [] };
      for (let run = 0; run < RUNS; run += 1) {
        for (const [name, path] of Object.entries(pages)) {
          seen[name]?.push(await look(measured.site.address + path));
        }
      }
      return told(seen);
    }),
};

/** In a new browser, with an empty cache. */
async function look(address: string): Promise<Result> {
  const { default: run } = await import('lighthouse');
  const port = await freePort();
  await using _browser = await launchChromium([`--remote-debugging-port=${port}`]);
  const found = await run(address, { port, logLevel: 'error', onlyCategories: CATEGORIES });
  if (!found) throw new Error('Lighthouse found nothing.');
  return found.lhr;
}

function told(seen: Record<string, Result[]>): Measured {
  const pages = Object.entries(seen);
  const lost = pages.flatMap(([name, results]) =>
    [...new Set(results.flatMap(shortcomings))].map((fault) => `${name}: ${fault}`),
  );
  const untold = pages.flatMap(([name, results]) =>
    results.flatMap((result) => unmeasured(result).map((fault) => `${name}: ${fault}`)),
  );
  const power = pages
    .flatMap(([, results]) => results)
    .map(({ environment }) => environment.benchmarkIndex);
  return {
    figures: pages.flatMap(([name, results]): Figure[] => [
      ...CATEGORIES.map(
        (category): Figure => ({
          what: `${name}: ${category}`,
          values: results.map((result) =>
            Math.round((result.categories[category]?.score ?? 0) * 100),
          ),
          unit: 'points',
          must: { atLeast: 100 },
        }),
      ),
      ...TIMES.map(
        ([audit, what, unit, atMost]): Figure => ({
          what: `${name}: ${what}`,
          values: results.flatMap((result) => result.audits[audit]?.numericValue ?? []),
          unit,
          ...(atMost === undefined ? {} : { must: { atMost } }),
        }),
      ),
    ]),
    remarks: [
      `Lighthouse’s benchmark index of this machine is ${Math.min(...power)} to ${Math.max(...power)} (a mid-range phone has 800 to 1,300), and it multiplies the time of every task by four: anything else that runs at the same time counts against the page.`,
      'A server sends 14,600 bytes before the first acknowledgment. With 14,605 bytes the LCP of the home page was 1,201 ms, with 14,400, on the same day, 1,053; a test keeps the page below that (app/page-weight.test.ts).',
      'The TBT is at the mercy of what else the machine does: three runs of 2026-11-25, in turns with three of the software before it (3f91929), had 50, 33.5 and 15.5 ms on the home page and 52, 26.5 and 12 on the letter, and those 13, 6 and 18.5, and 70, 43 and 15.5. In a run half an hour earlier, when the benchmark index was 1,299 to 1,586, it was 308 and 206 ms.',
      ...(untold.length > 0
        ? [
            `Lighthouse could not tell everything, so these have fewer values: ${untold.join('; ')}.`,
          ]
        : []),
      ...(lost.length > 0 ? [`Weighted audits without a full score: ${lost.join('; ')}.`] : []),
    ],
  };
}

/** Times that this run did not bring, with Lighthouse's reason. */
function unmeasured({ audits }: Result): string[] {
  return TIMES.filter(([audit]) => audits[audit]?.numericValue === undefined).map(
    ([audit, what]) => `${what} (${audits[audit]?.errorMessage ?? 'no reason given'})`,
  );
}

/** Audits that cost points. */
function shortcomings({ audits, categories }: Result): string[] {
  const weighed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  return weighed.filter((id) => (audits[id]?.score ?? 1) < 0.99);
}
