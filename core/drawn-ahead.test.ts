import { expect, test } from 'vitest';
import { drawnAhead } from './drawn-ahead.ts';

test('gives every byte of its source once, as many as are asked for, and draws seldom', () => {
  let next = 0;
  let draws = 0;
  const count = drawnAhead((count) => {
    draws += 1;
    // As Node does: a view of memory that others may have parts of.
    return Buffer.from(new Uint32Array(count).map(() => next++ % 251));
  });
  const given = [28, 28, 7, 2000, 28].map(count);
  expect(given.map(({ length }) => length)).toEqual([28, 28, 7, 2000, 28]);
  const begun = (from: number, length: number) =>
    Uint8Array.from({ length }, (_, at) => (from + at) % 251);
  expect(given.slice(0, 3)).toEqual([begun(0, 28), begun(28, 28), begun(56, 7)]);
  // What is left of the first 1024 is too little for the next, and is not used.
  expect(given.slice(3)).toEqual([begun(1024, 2000), begun(3024, 28)]);
  expect(draws).toBe(3);
});
