import fc from 'fast-check';
import { expect, test } from 'vitest';
import { midnightUtc } from './date.ts';
import {
  createdAtOf,
  dayNumberOf,
  GREATEST,
  isPosition,
  nextSentAt,
  positionOf,
  positionPrefix,
  sentAtOf,
} from './position.ts';

const FIRST = midnightUtc('0001-01-01');
const LAST = midnightUtc('9999-12-31') + 86_399_999;

/** Often one of a few, so that many are equal or adjacent. */
const createdAt = fc.option(
  fc.oneof(fc.integer({ min: FIRST, max: LAST }), fc.constantFrom(FIRST, -1, 0, 1, LAST)),
);
/** Microseconds, from 1970 to the year 2255. */
const sentAt = fc.oneof(
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  fc.integer({ min: 35, max: 37 }),
);

function compare(one: number | string, other: number | string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

test('positions sort by the letter’s createdAt, then by when it was sent', () => {
  fc.assert(
    fc.property(createdAt, sentAt, createdAt, sentAt, (created, sent, created2, sent2) => {
      const undated = Number.NEGATIVE_INFINITY;
      const order = compare(created ?? undated, created2 ?? undated) || compare(sent, sent2);
      expect(compare(positionOf(created, sent), positionOf(created2, sent2))).toBe(order);
    }),
  );
});

test('a position has a fixed format, from which its day and the time of sending can be read', () => {
  fc.assert(
    fc.property(createdAt, sentAt, (created, sent) => {
      const position = positionOf(created, sent);
      expect(isPosition(position)).toBe(true);
      expect(position.startsWith(positionPrefix(created))).toBe(true);
      expect(sentAtOf(position)).toBe(sent);
      expect(createdAtOf(position)).toBe(created);
    }),
  );
});

test('a position’s day is counted from the first day of year 1', () => {
  const number = (createdAt: number | null) => dayNumberOf(positionOf(createdAt, 7));
  expect(number(null)).toBe(0);
  expect([FIRST, FIRST + 86_399_999, FIRST + 86_400_000].map(number)).toEqual([1, 1, 2]);
  expect([-1, 0].map(number)).toEqual([719_162, 719_163]);
});

test.each([
  '',
  'x',
  '0'.repeat(20),
  '0'.repeat(22),
  '0'.repeat(20).concat('A'),
  `${'0'.repeat(20)}\n`,
])('%j is no position', (text) => expect(isPosition(text)).toBe(false));

const before = positionOf(0, 5_000_000);

test('a letter gets the present time if the one before was sent earlier', () => {
  expect(nextSentAt(6000, before, () => 0.5)).toBe(6_000_000);
  expect(nextSentAt(6000, undefined, () => 0.5)).toBe(6_000_000);
});

test('a letter comes after the one before even if the clock stands still or goes back', () => {
  expect(nextSentAt(5000, before, () => 0)).toBe(5_000_001);
  expect(nextSentAt(1, before, () => 0.5)).toBe(5_001_000);
});

test('a clock that is centuries ahead counts as one that stands still: the place would be refused in a backup', () => {
  const year9000 = Date.UTC(9000, 0, 1);
  expect(nextSentAt(year9000, before, () => 0)).toBe(5_000_001);
  expect(nextSentAt(year9000, undefined, () => 0)).toBe(0);
});

test('the step to the next letter is random, so a gap tells nothing about hidden letters', () => {
  const steps = [0.9, 0.1, 0.8, 0.05].map((random) => nextSentAt(0, before, () => random));
  expect(new Set(steps).size).toBe(4);
});

test('no letter sorts before the greatest position', () => {
  expect(isPosition(GREATEST)).toBe(true);
  expect(positionOf(LAST, Number.MAX_SAFE_INTEGER) < GREATEST).toBe(true);
});
