import { expect, test } from 'vitest';
import { waxLetter } from './wax-letter.ts';

test('a letter is centred in its seal, whatever its height', () => {
  expect(waxLetter('R')).toEqual({ letter: 'R', size: 36, baseline: 43.9 });
  expect(waxLetter('b').baseline).toBe(waxLetter('R').baseline);
  expect(waxLetter('a').baseline).toBeLessThan(waxLetter('R').baseline);
});

test('a character that fills its square is made smaller, to stay clear of the rim', () => {
  for (const sign of ['文', 'あ', '한', '☕️']) expect(waxLetter(sign).size).toBe(27);
});
