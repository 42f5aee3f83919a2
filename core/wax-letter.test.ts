import { expect, test } from 'vitest';
import { waxLetter } from './wax-letter.ts';

test('a letter stands in the middle of its seal, whatever its height', () => {
  expect(waxLetter('R')).toEqual({ letter: 'R', size: 36, baseline: 43.9 });
  expect(waxLetter('b').baseline).toBe(waxLetter('R').baseline);
  expect(waxLetter('a').baseline).toBeLessThan(waxLetter('R').baseline);
});

test('what fills a square is smaller, to keep clear of the rim', () => {
  for (const sign of ['文', 'あ', '한', '☕️']) expect(waxLetter(sign).size).toBe(27);
});
