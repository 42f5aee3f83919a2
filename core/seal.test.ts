import { expect, test } from 'vitest';
import { sealOf } from './seal.ts';

test('a letter stands in the middle of its seal, whatever its height', () => {
  expect(sealOf('R')).toEqual({ letter: 'R', size: 36, baseline: 43.9 });
  expect(sealOf('b').baseline).toBe(sealOf('R').baseline);
  expect(sealOf('a').baseline).toBeLessThan(sealOf('R').baseline);
});

test('what fills a square is smaller, to keep clear of the rim', () => {
  for (const sign of ['文', 'あ', '한', '☕️']) expect(sealOf(sign).size).toBe(27);
});
