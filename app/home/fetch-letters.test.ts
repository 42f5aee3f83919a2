import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchLetters } from './fetch-letters.ts';

/** Answers with these pages, in turn. */
function answer(...pages: object[]) {
  vi.stubGlobal('fetch', async () => Response.json(pages.shift()));
  onTestFinished(() => void vi.unstubAllGlobals());
}

test('letters from several instances are as old as the oldest answer', async () => {
  answer(
    { letters: [{ id: 'c' }], next: 'c', seq: 8 },
    { letters: [{ id: 'b' }], next: 'b', seq: 7 },
    { letters: [{ id: 'a' }], next: null, seq: 9 },
  );
  const { letters, next, seq } = await fetchLetters(3, null);
  expect({ ids: letters.map(({ id }) => id), next, seq }).toEqual({
    ids: ['c', 'b', 'a'],
    next: null,
    seq: 7,
  });
});

test('letters from an instance that gives no number yet, as during an upgrade, are older than none', async () => {
  answer({ letters: [], next: null });
  const { seq } = await fetchLetters(24, null);
  expect(seq < 1).toBe(false);
});
