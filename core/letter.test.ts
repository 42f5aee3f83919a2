import fc from 'fast-check';
import { expect, test } from 'vitest';
import { midnightUtc } from './date.ts';
import { keepableText, type Letter, letterJson, newLetter, textFault } from './letter.ts';

const written = { title: 'Title', content: 'Content' };

test('a new letter is sorted under midnight UTC of its day', () => {
  const letter = { ...written, signature: 'M', date: '1969-07-20', hidden: false };
  const createdAt = midnightUtc('1969-07-20');
  expect(newLetter(letter, 'id')).toEqual({ ...letter, id: 'id', createdAt });
});

test('text from elsewhere loses only characters that cannot be stored', () => {
  expect(keepableText('a\r\nb\0\u0007c\u0085\ud800 \tż\u0301🎂\rd\n')).toBe(
    'a\nbc\ufffd \tż\u0301🎂\nd\n',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 99 }), (text) => {
      expect(textFault('title', keepableText(text))).toBeNull();
    }),
  );
});

test('a letter in the API has the fields of the specification, and its version', () => {
  const letter: Letter = {
    id: 'one',
    ...written,
    signature: 'Maren',
    date: '2026-11-20',
    hidden: true,
    createdAt: midnightUtc('2026-11-20'),
    updatedAt: null,
    version: 1,
    position: 'secret place',
    origin: 'secret origin',
  };
  const json = {
    id: 'one',
    title: 'Title',
    date: '2026-11-20',
    customDate: '2026-11-20',
    content: 'Content',
    signature: 'Maren',
    hidden: true,
    createdAt: '2026-11-20T00:00:00.000Z',
    version: 1,
  };
  expect(letterJson(letter)).toEqual(json);
  expect(letterJson({ ...letter, updatedAt: 0 })).toEqual({
    ...json,
    updatedAt: '1970-01-01T00:00:00.000Z',
  });
  expect(letterJson({ ...letter, createdAt: null, date: null })).toMatchObject({
    createdAt: null,
    date: null,
    customDate: null,
  });
});
