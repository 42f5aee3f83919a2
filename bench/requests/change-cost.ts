import { quantile } from '../../test/quantile.ts';
import { withMeasuredSite } from '../measured-site.ts';
import { measureFromOwnCore } from '../pinning.ts';
import { interleaved, ratios } from '../rounds.ts';
import type { Row } from '../row.ts';
import { writeSteadily } from './busy-owner.ts';
import { FETCHES, LISTENERS, openListeners, openReaders, READERS } from './open-readers.ts';

const WRITES = 50;
const ROUNDS = 10;
/** Milliseconds of each side of a round. */
const LENGTH = 3000;

export const changeCost: Row = {
  name: 'change-cost',
  claim: `What a busy owner costs readers: ${READERS} of them fetch the home page ${FETCHES} times a second at random moments and ${LISTENERS} listen, while ${WRITES} letters a second are sent, changed and deleted, and while none is; each answer timed from when it was due.`,
  run: () =>
    withMeasuredSite({}, async ({ port, owner }) => {
      measureFromOwnCore();
      await owner.unlock();
      const readers = await openReaders(port, READERS);
      const listeners = await openListeners(port, LISTENERS);
      const answers: number[][] = [];
      const fetches = () => readers.fetchFor(LENGTH, FETCHES);
      const found = await interleaved(ROUNDS, {
        quiet: () => fetches(),
        writing: async () => {
          const reading = fetches();
          const [took, writes] = await Promise.all([
            reading,
            writeSteadily(owner, port, WRITES, reading),
          ]);
          answers.push(writes);
          await listeners.catchUp();
          return took;
        },
      });
      readers.close();
      listeners.close();
      const at = (share: number, rounds: number[][]) => rounds.map((took) => quantile(took, share));
      const milliseconds = (what: string, values: number[]) =>
        ({ what, values, unit: 'ms' }) as const;
      return {
        figures: [
          {
            what: 'Home page p99, with changes ÷ without',
            values: ratios(at(0.99, found.writing), at(0.99, found.quiet)),
            unit: '×',
            must: { atMost: 2 },
          },
          {
            what: 'Home page p50, with changes ÷ without',
            values: ratios(at(0.5, found.writing), at(0.5, found.quiet)),
            unit: '×',
          },
          milliseconds('p99 without changes', at(0.99, found.quiet)),
          milliseconds('p99 with changes', at(0.99, found.writing)),
          milliseconds('p50 without changes', at(0.5, found.quiet)),
          milliseconds('p50 with changes', at(0.5, found.writing)),
          milliseconds('The owner has an answer, p50', at(0.5, answers.slice(1))),
          {
            what: 'Writes answered',
            values: answers.slice(1).map((writes) => (writes.length / LENGTH) * 1000),
            unit: '/s',
            // Fewer would cost readers less.
            must: { atLeast: 0.98 * WRITES },
          },
        ],
        remarks: [
          'Nobody waits for the home page to be made anew: readers get the one from before until it is there, compressed, and only then the owner has an answer, so that takes longer than in the row sending. The thousand who listen are told of it after that, in pieces of fifty, and of several changes in one piece.',
          'What a reader can still wait for is one piece of work that is not divided, or two in a row: a write, for which the thread that serves pages waits until SQLite has synced it; making the page (first-render); its compression, where all share one core; a collection of garbage. With 50 changes a second, one in a hundred requests comes within 0.2 ms of each change: to hold, the longest of these would have to be as short as twice the quiet p99.',
          'In a profile of exactly this a sixth of that thread is the write, a seventh telling listeners, an eighth drawing the tree, and as much handing out and awaiting compression on the same core; the rest is many small parts. A thread of its own for writing would take away the first of these only. Where the page was never made anew, for comparison, three to four times the quiet p99 remained, which is the floor of everything that leaves writing and telling on that thread; where it was made in a process of its own, six times (docs/decisions/2026-11-22-renewed-home-page.md).',
        ],
      };
    }),
};
