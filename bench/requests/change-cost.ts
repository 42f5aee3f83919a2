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
            writeSteadily(owner, WRITES, reading),
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
          'In a profile of exactly this a sixth of the time of the thread that serves pages is waiting for the disk, which SQLite syncs for each write, a tenth is telling listeners, and a twelfth goes to compression where all share one core; the rest is many small parts of requests and of rendering the page anew after each change, with none that stands out. A thread of its own for writing would take away the first of these only.',
          'A thousand listeners are told in pieces of fifty, and of several changes in one piece. Who asks for the home page first after a change waits for its rendering and compression, which all others wait for with them: some 6 ms on this machine (row first-render). With 50 changes a second nearly a third of all readers come while that is being done, so it is the floor of the p99, and that is above the mark already. A page that is a little old would be quicker, but could show what has just been hidden.',
        ],
      };
    }),
};
