import { describe, expect, test } from 'vitest';
import type { Letter } from './letter.ts';
import { positionOf } from './position.ts';
import { parseSerializedLetter, serializeLetter } from './serialized-letter.ts';

const letter: Letter = {
  id: 'old-Link_1',
  title: 'Title',
  content: 'Dear you,\u2028 and\tyou\r\n\u0007',
  signature: '',
  date: 'some day in spring',
  hidden: true,
  createdAt: -62_135_596_800_000,
  updatedAt: 7,
  version: 3,
  position: positionOf(-62_135_596_800_000, 12),
  origin: '[["id"],["mood",{"x":1}]]',
};

test('a letter is read back from its text unchanged, even if it breaks the rules for writing letters', () => {
  const text = serializeLetter(letter);
  expect(text).not.toContain('\n');
  expect(parseSerializedLetter(JSON.parse(text))).toEqual({ ok: true, letter });
  const bare = {
    ...letter,
    title: ' ',
    date: null,
    createdAt: null,
    updatedAt: null,
    origin: null,
  };
  expect(parseSerializedLetter(JSON.parse(serializeLetter(bare)))).toEqual({
    ok: true,
    letter: bare,
  });
});

test('the text does not depend on the order of the fields', () => {
  const reversed = Object.fromEntries(Object.entries(letter).reverse());
  expect(serializeLetter(reversed as unknown as Letter)).toBe(serializeLetter(letter));
});

describe('what no store could keep or no page could show is refused, and not quoted', () => {
  test.each([
    ['id', undefined, 'is missing.'],
    ['id', 'a secret/path', 'must be 1 to 128 letters, digits, "-" or "_".'],
    ['id', 7, 'must be text.'],
    ['position', 'secret', 'is not a place in the list.'],
    ['position', 'z'.repeat(21), 'is not a place in the list.'],
    ['version', 0, 'must be a whole number from 1, and no greater than edits make it.'],
    ['version', 1.5, 'must be a whole number from 1, and no greater than edits make it.'],
    ['version', 2 ** 53 - 1, 'must be a whole number from 1, and no greater than edits make it.'],
    ['version', '1', 'must be a number.'],
    ['title', null, 'must be text.'],
    ['title', 'secret \ud800', 'is text that cannot be kept.'],
    ['content', 'secret \0', 'is text that cannot be kept.'],
    ['signature', undefined, 'is missing.'],
    ['date', 20_261_120, 'must be text.'],
    ['hidden', 1, 'must be true or false.'],
    ['createdAt', '2026-11-20', 'must be a number of milliseconds, or null.'],
    ['createdAt', 8.64e15, 'is not an instant in the years 1 to 9999.'],
    ['updatedAt', 0.5, 'is not an instant in the years 1 to 9999.'],
    ['origin', 'secret', 'does not describe a record.'],
    ['origin', '[["id",1,2]]', 'does not describe a record.'],
    ['origin', '{}', 'does not describe a record.'],
    ['origin', `[["x",${'['.repeat(9000)}${']'.repeat(9000)}]]`, 'does not describe a record.'],
  ])('%s: %j', (field, value, fault) => {
    const wrong = { ...letter, [field]: value };
    expect(parseSerializedLetter(wrong)).toEqual({ ok: false, field, fault });
  });

  test.each([
    [{ ...letter, secret: 'words' }, 'has a field that is not known.'],
    [[letter], 'must be an object.'],
    [null, 'must be an object.'],
    ['secret', 'must be an object.'],
  ])('the whole value: %#', (value, fault) => {
    expect(parseSerializedLetter(value)).toEqual({ ok: false, field: null, fault });
  });
});
