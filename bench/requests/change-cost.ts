import { setTimeout as sleep } from 'node:timers/promises';
import type { Owner } from '../../test/clients/owner.ts';
import { quantile } from '../../test/quantile.ts';
import { withMeasuredSite } from '../measured-site.ts';
import { measureFromOwnCore } from '../pinning.ts';
import { interleaved, ratios } from '../rounds.ts';
import type { Row } from '../row.ts';
import { writeSteadily } from './busy-owner.ts';
import { capture } from './captured-answer.ts';
import { FETCHES, LISTENERS, openListeners, openReaders, READERS } from './open-readers.ts';
import { startBareSite } from './references.ts';

const WRITES = 50;
const ROUNDS = 10;
/** Milliseconds of each side of a round, and of what comes before it. */
const LENGTH_MS = 3000;
const WARM_UP_MS = 500;
/** Milliseconds after which a site that is left alone has warmed up. */
const SETTLED_MS = 10_000;

export const changeCost: Row = {
  name: 'change-cost',
  claim: `What a busy owner costs readers: ${READERS} of them fetch the home page ${FETCHES} times a second at random moments and ${LISTENERS} have an open stream, with ${WRITES} letters a second being sent, changed and deleted, and without; each answer is timed from when its request was due. For comparison, the barest server, which accepts and announces changes, but never renders its page again.`,
  run: () =>
    withMeasuredSite({}, async ({ port, owner, folder }) => {
      measureFromOwnCore();
      await owner.unlock();
      await sleep(SETTLED_MS);
      const page = await capture(`http://127.0.0.1:${port}/`, { 'Accept-Encoding': 'br' });
      await using bareSite = await startBareSite(page, folder);
      using ours = await openCrowd(port, owner);
      using bare = await openCrowd(bareSite.port, owner);
      const { quiet, writing, bareQuiet, bareWriting } = await interleaved(ROUNDS, {
        quiet: ours.read,
        writing: ours.readMeanwhile,
        bareQuiet: bare.read,
        bareWriting: bare.readMeanwhile,
      });
      // Without the warm-up round.
      const answers = ours.answers.slice(1);
      const at = (share: number, rounds: number[][]) => rounds.map((took) => quantile(took, share));
      const milliseconds = (what: string, values: number[]) =>
        ({ what, values, unit: 'ms' }) as const;
      const times = (what: string, share: number, writing: number[][], quiet: number[][]) =>
        ({ what, values: ratios(at(share, writing), at(share, quiet)), unit: '×' }) as const;
      return {
        figures: [
          {
            ...times('Home page p99, with changes ÷ without', 0.99, writing, quiet),
            must: { atMost: 2 },
          },
          times('The same of the barest server', 0.99, bareWriting, bareQuiet),
          times('Home page p50, with changes ÷ without', 0.5, writing, quiet),
          times('The same of the barest server', 0.5, bareWriting, bareQuiet),
          milliseconds('p99 without changes', at(0.99, quiet)),
          milliseconds('p99 with changes', at(0.99, writing)),
          milliseconds('p99 of the barest server without changes', at(0.99, bareQuiet)),
          milliseconds('p99 of the barest server with changes', at(0.99, bareWriting)),
          milliseconds('p50 without changes', at(0.5, quiet)),
          milliseconds('p50 with changes', at(0.5, writing)),
          milliseconds('Answer to the owner, p50', at(0.5, answers)),
          {
            what: 'Writes answered',
            values: answers.map((writes) => (writes.length / (WARM_UP_MS + LENGTH_MS)) * 1000),
            unit: '/s',
            // Fewer would cost readers less.
            must: { atLeast: 0.98 * WRITES },
          },
        ],
        remarks: [
          'Nobody waits for the home page to be rendered again: readers get the previous one until the new one is ready and compressed. Only then does the owner get the answer, so it takes longer than in the row sending. After that the thousand streams are told, in batches of fifty; a batch may contain several changes.',
          'What a reader may still wait for is one indivisible piece of work, or two in a row: a write, during which the thread that serves pages waits until SQLite has synced it; rendering the page (first-render); its compression, if all share one core; a garbage collection. With 50 changes a second, one in a hundred requests comes within 0.2 ms of each change. To hold, the longest of these pieces would have to be as short as twice the p99 without changes.',
          'In a profile of this row, a sixth of that thread’s time is the write, a seventh telling the streams, an eighth rendering the tree, and as much starting and awaiting the compression on the same core; the rest is many small parts. The threads that compress, compile and collect garbage have a lower priority (thread-priority.ts): in turns of one run, with and without this, the slowest of 100 readers waited for 20 and 29 ms, in another for 9 and 15. The longest waits of all are for the disk: single syncs took 50 to 430 ms. A separate thread for writing would remove only the first of these parts. The barest server renders no page, but waits for the disk and tells a thousand streams as well. So what its readers wait for is the floor for any design that leaves both on the thread that serves pages; it held in one run (1.5) and not in another (26), depending on the disk. With neither a sync nor a rendering, which is less than any design that moves both elsewhere could achieve, 1.0 to 4.5 times the p99 without changes remained, 2.2 in the median. With rendering in a separate process, six times remained (docs/decisions/2026-11-22-renewed-home-page.md).',
        ],
      };
    }),
};

/** Readers and listeners of a site. Each round of fetching gives the milliseconds of each fetch. */
async function openCrowd(port: number, owner: Owner) {
  const listeners = await openListeners(port, LISTENERS);
  /** Milliseconds until the owner had each answer, by rounds. */
  const answers: number[][] = [];

  /** Fetches with new readers, because a server closes connections that were idle for a while. */
  async function read(): Promise<number[]> {
    using readers = await openReaders(port, READERS);
    await readers.fetchFor(WARM_UP_MS, FETCHES);
    return await readers.fetchFor(LENGTH_MS, FETCHES);
  }

  return {
    read,
    async readMeanwhile(): Promise<number[]> {
      const reading = read();
      answers.push(await writeSteadily(owner, port, WRITES, reading));
      await listeners.catchUp();
      return reading;
    },
    answers,
    [Symbol.dispose]: () => listeners[Symbol.dispose](),
  };
}
