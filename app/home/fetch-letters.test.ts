import { expect, test, vi } from 'vitest';
import { fetchLetter, fetchLetters } from './fetch-letters.ts';

/** Answers with these pages, in turn. */
function answer(...pages: object[]) {
  vi.stubGlobal('fetch', async () => Response.json(pages.shift()));
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

test('letters are fetched until a position is reached, and no further', async () => {
  answer(
    { letters: [{ id: 'c' }], next: 'c', seq: 1 },
    { letters: [{ id: 'b' }], next: 'b', seq: 1 },
    { letters: [{ id: 'a' }], next: null, seq: 1 },
  );
  const { letters, next } = await fetchLetters(1, null, 'b');
  expect({ ids: letters.map(({ id }) => id), next }).toEqual({ ids: ['c', 'b'], next: 'b' });
});

test('letters from an instance that gives no number yet, as during an upgrade, are older than none', async () => {
  answer({ letters: [], next: null });
  const { seq } = await fetchLetters(24, null);
  expect(seq < 1).toBe(false);
});

test('a 404 says that a letter is gone only if it is the site’s own, and no gateway’s in front of it', async () => {
  const answerWith = (type: string) =>
    vi.stubGlobal('fetch', async () => {
      return new Response('{}', { status: 404, headers: { 'Content-Type': type } });
    });
  answerWith('application/json');
  await expect(fetchLetter('a')).rejects.toThrow('404');
  answerWith('application/problem+json');
  expect(await fetchLetter('a')).toBeNull();
});
