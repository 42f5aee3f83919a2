import { expect, test } from 'vitest';
import { paperOf } from './paper.ts';

test('a letter keeps its paper from one version of the site to the next', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', '3kTMd9pWzQ0vXb7LrYc2Ha', 'zzzzzzzzzzzzzzzzzzzzzz'];
  expect(ids.map(paperOf).join(' ')).toBe('0 1 6 7 4 5 6 1');
});
