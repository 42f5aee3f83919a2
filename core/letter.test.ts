import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCalendarDay, midnightUtc } from './date.ts';
import {
  type CheckedLetter,
  checkLetter,
  keepableText,
  type Letter,
  letterJson,
  newLetter,
  normalizeText,
  TEXTS,
  textFault,
} from './letter.ts';
import { isLetterId, newLetterId } from './letter-id.ts';

const rules = { ownerName: 'The Owner', today: '2026-11-20' };
const check = (input: unknown) => checkLetter(input, rules);
const written = { title: 'Title', content: 'Content' };

function fieldsOf(checked: CheckedLetter) {
  return checked.ok ? {} : checked.fields;
}

describe('a letter that was written', () => {
  test('with a title and a content alone is from today, by the owner, and visible', () => {
    const letter = { ...written, signature: 'The Owner', date: '2026-11-20', hidden: false };
    for (const blank of [null, undefined, '']) {
      const input = { ...written, signature: blank, date: blank, hidden: blank || undefined };
      expect(check(input)).toEqual({ ok: true, letter });
    }
    expect(check({ ...written, signature: '  ', hidden: null })).toEqual({ ok: true, letter });
    expect(check({ ...written, id: 'mine', createdAt: 0, version: 7 })).toEqual({
      ok: true,
      letter,
    });
  });

  test('is kept as it was typed', () => {
    const letter = {
      title: '  <b>Title</b> ',
      content: '\n a\n\n\tb  🎂\u202e',
      signature: " Sinéad O'Brien ",
      date: '1912-06-23',
      hidden: true,
    };
    expect(check(letter)).toEqual({ ok: true, letter });
  });

  test('has its characters composed and its line breaks made one', () => {
    const typed = { title: 'Le\u0301onie', content: 'a\r\nb\nc', signature: 'Rene\u0301e' };
    expect(check(typed)).toMatchObject({
      letter: { title: 'L\u00e9onie', content: 'a\nb\nc', signature: 'Ren\u00e9e' },
    });
  });

  test.each(['title', 'content'])('needs a %s', (field) => {
    for (const blank of [undefined, null, '', ' ', '\n\t \u3000']) {
      expect(fieldsOf(check({ ...written, [field]: blank }))).toEqual({ [field]: TEXTS.required });
    }
    expect(TEXTS.required).toBe('Please fill in title and content fields');
  });

  test('names every field that is missing', () => {
    expect(fieldsOf(check({}))).toEqual({ title: TEXTS.required, content: TEXTS.required });
  });

  test.each([
    ['title', 300],
    ['content', 200_000],
    ['signature', 300],
  ])('has at most so many characters of %s: %i', (field, limit) => {
    const known = { ...rules, ownerName: '𝒽'.repeat(300) };
    const fits = { ...written, [field]: '𝒽'.repeat(limit) };
    expect(checkLetter(fits, known)).toMatchObject({ ok: true });
    expect(fieldsOf(checkLetter({ ...fits, [field]: 'a'.repeat(limit + 1) }, known))).toEqual({
      [field]: expect.stringContaining(`at most ${limit.toLocaleString('en-US')} characters`),
    });
  });

  test.each(['title', 'content', 'signature'])('has a %s of text that can be kept', (field) => {
    for (const character of [
      '\0',
      '\u0001',
      '\r',
      '\v',
      '\u001b',
      '\u007f',
      '\u0085',
      '\ud800',
      '\udc00',
    ]) {
      expect(fieldsOf(check({ ...written, [field]: `a${character}b` }))).toEqual({
        [field]: expect.stringMatching(/control character|half of a character/),
      });
    }
    for (const value of [0, false, [], ['a'], {}, 1n]) {
      expect(fieldsOf(check({ ...written, [field]: value }))).toEqual({
        [field]: `The ${field} must be text.`,
      });
    }
  });

  test.each(['2026-02-29', '2026-11-20T00:00:00Z', 'today', 20261120, true, ['2026-11-20'], {}])(
    'has no date like %j',
    (date) => expect(fieldsOf(check({ ...written, date }))).toEqual({ date: TEXTS.date }),
  );

  test.each(['true', 'on', 0, 1, {}])('is not hidden by %j', (hidden) => {
    expect(fieldsOf(check({ ...written, hidden }))).toEqual({ hidden: expect.any(String) });
  });

  test.each([null, undefined, 'text', 7, true, []])('is an object, not %j', (input) => {
    expect(fieldsOf(check(input))).toEqual({ content: expect.stringContaining('object') });
  });

  test('is signed with a name, the owner’s own, or the one that it already has', () => {
    const signed = { ...written, signature: 'hello!' };
    expect(fieldsOf(check(signed))).toEqual({ signature: 'Signature is not right.' });
    expect(checkLetter(signed, { ...rules, ownerName: 'hello!' })).toMatchObject({ ok: true });
    expect(checkLetter(signed, { ...rules, currentSignature: 'hello!' })).toMatchObject({
      ok: true,
    });
  });

  test('of any kind is never thrown at', () => {
    const value = fc.anything({ withNullPrototype: true, withBigInt: true });
    const likely = fc.record(
      {
        title: fc.oneof(fc.string({ unit: 'binary' }), value),
        content: fc.oneof(fc.string({ unit: 'binary' }), value),
        signature: fc.oneof(fc.string({ unit: 'binary' }), value),
        date: fc.oneof(fc.string(), value),
        hidden: fc.oneof(fc.boolean(), value),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(value, likely), (input) => {
        const checked = check(input);
        if (!checked.ok) {
          expect(Object.values(checked.fields).every((fault) => fault !== '')).toBe(true);
          return;
        }
        const { title, content, date } = checked.letter;
        expect([title.trim(), content.trim()]).not.toContain('');
        expect(isCalendarDay(date)).toBe(true);
        // What was kept is accepted again, as it is.
        const again = { ...rules, currentSignature: checked.letter.signature };
        expect(checkLetter(checked.letter, again)).toEqual(checked);
      }),
    );
  });

  test('is stored as it was typed whenever it is accepted', () => {
    const typed = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(typed, typed, (title, content) => {
        const checked = check({ title, content });
        if (checked.ok) {
          expect(checked.letter.title).toBe(normalizeText(title));
          expect(checked.letter.content).toBe(content.replaceAll('\r\n', '\n').normalize('NFC'));
        }
        const unkeepable = /[^\P{Cc}\n\t]/u.test((title + content).replaceAll('\r\n', '\n'));
        expect(checked.ok).toBe(title.trim() !== '' && content.trim() !== '' && !unkeepable);
      }),
    );
  });

  test('is filed under midnight UTC of its day', () => {
    const letter = { ...written, signature: 'M', date: '1969-07-20', hidden: false };
    const createdAt = midnightUtc('1969-07-20');
    expect(newLetter(letter, 'id')).toEqual({ ...letter, id: 'id', createdAt });
  });
});

describe('an id', () => {
  test('is 22 characters of base62, each as likely as the others', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 3000; n += 1) {
      const id = newLetterId(randomBytes);
      expect(id).toMatch(/^[0-9A-Za-z]{22}$/);
      expect(isLetterId(id)).toBe(true);
      for (const character of id) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
  });

  test('takes no byte that would favour a character', () => {
    const bytes = [248, 255, 0, 61, 62, 247];
    const ids = newLetterId((count) =>
      Uint8Array.from({ length: count }, (_, at) => bytes[at % 6] ?? 0),
    );
    expect(ids).toBe('0z0z'.repeat(6).slice(0, 22));
  });

  test.each(['a', '-_', 'A'.repeat(128), '6vrsyBTpHpTBysrv6Lf6'])('may be %j', (id) =>
    expect(isLetterId(id)).toBe(true),
  );
  test.each(['', 'A'.repeat(129), 'a/b', 'a.b', 'a b', 'é', '%2F', 'a\n', '../a'])(
    'may not be %j',
    (id) => expect(isLetterId(id)).toBe(false),
  );
});

test('text from elsewhere loses what cannot be kept, and nothing else', () => {
  expect(keepableText('a\r\nb\0\u0007c\u0085\ud800 \tż\u0301🎂\n')).toBe(
    'a\nbc\ufffd \tż\u0301🎂\n',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 99 }), (text) => {
      expect(textFault('title', keepableText(text))).toBeNull();
    }),
  );
});

test('a letter on the wire has the fields of the specification, and its version', () => {
  const letter: Letter = {
    id: 'one',
    ...{ ...written, signature: 'Maren', date: '2026-11-20', hidden: true },
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
