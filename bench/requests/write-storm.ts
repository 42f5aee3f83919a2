import { quantile } from '../../test/quantile.ts';
import { withMeasuredSite } from '../measured-site.ts';
import { measureFromOwnCore } from '../pinning.ts';
import { interleaved } from '../rounds.ts';
import type { Row } from '../row.ts';
import { writeSteadily } from './busy-owner.ts';
import { FETCHES, LISTENERS, openListeners, openReaders, READERS } from './open-readers.ts';

/** How many write at a time, each as soon as the last write was answered. */
const WRITERS = 4;
const ROUNDS = 5;
const SECONDS = 3;

export const writeStorm: Row = {
  name: 'write-storm',
  claim: `How readers fare in a storm of writes, by ${WRITERS} writers who never pause, while ${READERS} readers fetch the home page ${FETCHES} times a second and ${LISTENERS} have an open stream. It is not judged.`,
  run: () =>
    withMeasuredSite({}, async ({ port, owner }) => {
      measureFromOwnCore();
      await owner.unlock();
      using readers = await openReaders(port, READERS);
      using listeners = await openListeners(port, LISTENERS);
      const { storm } = await interleaved(ROUNDS, {
        async storm() {
          const before = readers.versions();
          const reading = readers.fetchFor(SECONDS * 1000, FETCHES);
          const writing = Array.from({ length: WRITERS }, () =>
            writeSteadily(owner, port, Number.POSITIVE_INFINITY, reading),
          );
          const took = await reading;
          const writes = (await Promise.all(writing)).flat().length;
          const versions = readers.versions() - before;
          return { took, writes, versions, events: await listeners.catchUp() };
        },
      });
      const perSecond = (what: string, counts: number[]) =>
        ({ what, values: counts.map((count) => count / SECONDS), unit: '/s' }) as const;
      const within = (share: number) => storm.map(({ took }) => quantile(took, share));
      return {
        figures: [
          perSecond(
            'Writes answered',
            storm.map(({ writes }) => writes),
          ),
          perSecond(
            'Home pages that readers saw',
            storm.map(({ versions }) => versions),
          ),
          perSecond(
            `Events that reached the ${LISTENERS} who listen`,
            storm.map(({ events }) => events * LISTENERS),
          ),
          { what: 'Home page p50', values: within(0.5), unit: 'ms' },
          { what: 'Home page p99', values: within(0.99), unit: 'ms' },
        ],
      };
    }),
};
