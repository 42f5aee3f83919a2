import { expect, test } from 'vitest';
import { type DraftWords, sameWords } from './draft.ts';

const words: DraftWords = {
  title: 'Title',
  date: '2026-11-20',
  content: 'Content',
  signature: 'Ines',
  hidden: false,
  editing: { id: 'letter', version: 3 },
  key: 'attempt',
};

test('two forms are equal if all fields are, or if both are empty', () => {
  expect(sameWords(words, structuredClone(words))).toBe(true);
  expect(sameWords({ ...words, editing: null }, { ...words, editing: null })).toBe(true);
  expect(sameWords(null, null)).toBe(true);
  expect(sameWords(words, null)).toBe(false);
});

test.each<Partial<DraftWords>>([
  { title: 'title' },
  { date: '' },
  { content: 'Content ' },
  { signature: '' },
  { hidden: true },
  { editing: null },
  { editing: { id: 'other', version: 3 } },
  { editing: { id: 'letter', version: 4 } },
  { key: null },
])('a form with another %j differs, and is saved', (difference) => {
  expect(sameWords(words, { ...words, ...difference })).toBe(false);
  expect(sameWords({ ...words, ...difference }, words)).toBe(false);
});
