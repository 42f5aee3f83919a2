import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMemoryStore } from '../store/sqlite/sqlite-store.ts';
import { createThrottle } from './throttle.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Many callers at once, at two instances, and the time until the next. */
const wave = fc.record({
  after: fc.oneof(fc.constant(0), fc.nat(MINUTE), fc.nat(20 * MINUTE)),
  guesses: fc.array(
    fc.record({
      instance: fc.nat(1),
      address: fc.nat(2000).map((number) => `10.0.${number >> 8}.${number & 255}`),
      device: fc.option(fc.constantFrom('phone', 'tablet', 'stolen'), { freq: 1 }),
      right: fc.nat(4).map((chance) => chance === 0),
    }),
    { minLength: 30, maxLength: 60 },
  ),
});

test('no hour has more than a hundred wrong guesses in it, however they are distributed', async () => {
  let busiest = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(wave, { minLength: 10, maxLength: 20 }), async (waves) => {
      let time = Date.parse('2026-11-20');
      const now = () => time;
      // Thousands of guesses: on a disk, each would be synced.
      const store = await openMemoryStore({ now });
      const throttles = [1, 2].map(() => createThrottle(store.records, now));
      const evaluated: number[] = [];
      try {
        for (const { after, guesses } of waves) {
          time += after;
          const made = guesses.map(async ({ instance, address, device, right }) => {
            const answer = await throttles[instance]?.attempt({ address, device });
            if (!answer?.allowed) return;
            if (right && device !== 'stolen') await answer.giveBack();
            else evaluated.push(time);
          });
          await Promise.all(made);
        }
      } finally {
        await store.close();
      }
      for (const start of evaluated) {
        const within = evaluated.filter((at) => at >= start && at < start + HOUR).length;
        busiest = Math.max(busiest, within);
        expect(within).toBeLessThanOrEqual(100);
      }
    }),
    // Shrinking a failure would take long.
    { numRuns: 8, endOnFailure: true },
  );
  // Otherwise this tested nothing.
  expect(busiest).toBeGreaterThan(60);
});
