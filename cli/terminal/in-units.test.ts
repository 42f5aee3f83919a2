import { expect, test } from 'vitest';
import { inUnits } from './in-units.ts';

test.each([
  [0, '0 kB'],
  [45_056, '45 kB'],
  [409_600, '410 kB'],
  [9_999_000, '9,999 kB'],
  [10_000_000, '10 MB'],
  [9_400_000_000, '9,400 MB'],
  [79_600_000_000, '80 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(inUnits(bytes)).toBe(words);
});
