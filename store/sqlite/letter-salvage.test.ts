import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { BrokenSeal } from './engine-error.ts';
import { LETTER_COLUMNS, type Row, valuesOf } from './letter-row.ts';
import { readableLetters } from './letter-salvage.ts';

type Damaged = 'damaged';

/** What can still be read of a database: letters by number, and the numbers that it knows. */
interface Remains {
  letters: Record<number, string | Damaged>;
  index: number[] | Damaged;
  highest: number | Damaged;
}

const rowOf = (id: string): Row => {
  const words = { title: id, content: 'Content', signature: 'S', date: null, hidden: false };
  const filed = { position: id, createdAt: null, updatedAt: null, version: 1, origin: null };
  const values = valuesOf({ ...words, ...filed, id });
  return Object.fromEntries(
    LETTER_COLUMNS.split(', ').map((name, at) => [name, values[at]]),
  ) as Row;
};

function whole<Answer>(answer: Answer | Damaged): Answer {
  if (answer === 'damaged') throw new BrokenSeal();
  return answer;
}

function saved({ letters, index, highest }: Remains) {
  const prepare = (sql: string) => {
    if (sql.includes('INDEXED BY')) return { all: () => whole(index).map((rowid) => ({ rowid })) };
    if (sql.includes('max(rowid)')) return { get: () => ({ highest: whole(highest) }) };
    return {
      get(number: number) {
        const letter = letters[number];
        return letter === undefined ? undefined : rowOf(whole(letter));
      },
    };
  };
  let leftOut = 0;
  const database = { prepare } as unknown as DatabaseSync;
  const count = (letters: number) => {
    leftOut += letters;
  };
  const ids = Array.from(readableLetters(database, count), ({ id }) => id);
  return { ids, leftOut };
}

test('a letter in the index is counted as left out, whether its page is damaged or missing', () => {
  const letters = { 1: 'a', 2: 'damaged', 5: 'e', 6: 'damaged' } as const;
  // Nothing shows that there was a sixth.
  expect(saved({ letters, index: [1, 2, 3, 4, 5], highest: 6 })).toEqual({
    ids: ['a', 'e'],
    leftOut: 3,
  });
});

test('letters are looked up as far as the table or its index goes', () => {
  const letters = { 1: 'a', 2: 'b', 3: 'c' };
  const all = { ids: ['a', 'b', 'c'], leftOut: 0 };
  expect(saved({ letters, index: [3, 1, 2], highest: 2 })).toEqual(all);
  expect(saved({ letters, index: [1], highest: 3 })).toEqual(all);
});

test('if neither can be read, letters are looked up far enough, and nobody knows how many are left out', () => {
  const letters = { 1: 'a', 2: 'damaged', 900000: 'z' } as const;
  expect(saved({ letters, index: 'damaged', highest: 'damaged' })).toEqual({
    ids: ['a', 'z'],
    leftOut: Number.POSITIVE_INFINITY,
  });
});

test('where the table can be read and has no letters, none are looked up', () => {
  const none = { ids: [], leftOut: 0 };
  expect(saved({ letters: { 7: 'g' }, index: [], highest: 0 })).toEqual(none);
  expect(saved({ letters: { 7: 'g' }, index: 'damaged', highest: 0 })).toEqual(none);
});

test('a letter that is found under two row numbers is saved once', () => {
  const letters = { 1: 'a', 2: 'b', 3: 'a' };
  expect(saved({ letters, index: [1, 2, 3], highest: 3 })).toEqual({ ids: ['a', 'b'], leftOut: 0 });
});
