import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CheckedLetter, checkLetter } from './check-letter.ts';
import { isCalendarDay } from './date.ts';
import { normalizeText, TEXTS } from './letter.ts';

const rules = { ownerName: 'The Owner', today: '2026-11-20' };
const check = (input: unknown) => checkLetter(input, rules);
const written = { title: 'Title', content: 'Content' };

function fieldsOf(checked: CheckedLetter) {
  return checked.ok ? {} : checked.fields;
}

describe('a letter that was written', () => {
  test('with only a title and content is dated today, signed by the owner, and visible', () => {
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

  test('has its characters composed and its line breaks normalised', () => {
    const typed = { title: 'Le\u0301onie', content: 'a\r\nb\nc', signature: 'Rene\u0301e' };
    expect(check(typed)).toMatchObject({
      letter: { title: 'L\u00e9onie', content: 'a\nb\nc', signature: 'Ren\u00e9e' },
    });
    // As long as allowed once composed, though longer as typed.
    const longest = check({ ...written, title: 'e\u0301'.repeat(300) });
    expect(longest).toMatchObject({ letter: { title: '\u00e9'.repeat(300) } });
  });

  test.each(['title', 'content'])('requires a %s', (field) => {
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
  ])('has at most that many characters of %s: %i', (field, limit) => {
    const known = { ...rules, ownerName: '𝒽'.repeat(300) };
    const fits = { ...written, [field]: '𝒽'.repeat(limit) };
    expect(checkLetter(fits, known)).toMatchObject({ ok: true });
    expect(fieldsOf(checkLetter({ ...fits, [field]: 'a'.repeat(limit + 1) }, known))).toEqual({
      [field]: expect.stringContaining(`at most ${limit.toLocaleString('en-US')} characters`),
    });
  });

  test.each(['title', 'content', 'signature'])(
    'requires a %s of text that can be stored',
    (field) => {
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
          [field]: expect.stringMatching(/control character|half a character/),
        });
      }
      for (const value of [0, false, [], ['a'], {}, 1n]) {
        expect(fieldsOf(check({ ...written, [field]: value }))).toEqual({
          [field]: `The ${field} must be text.`,
        });
      }
    },
  );

  test.each(['2026-02-29', '2026-11-20T00:00:00Z', 'today', 20261120, true, ['2026-11-20'], {}])(
    'has no date such as %j',
    (date) => expect(fieldsOf(check({ ...written, date }))).toEqual({ date: TEXTS.date }),
  );

  test.each(['true', 'on', 0, 1, {}])('is not hidden by %j', (hidden) => {
    expect(fieldsOf(check({ ...written, hidden }))).toEqual({ hidden: expect.any(String) });
  });

  test.each([null, undefined, 'text', 7, true, []])('is an object, not %j', (input) => {
    expect(fieldsOf(check(input))).toEqual({ content: expect.stringContaining('object') });
  });

  test('is signed with a name, the owner’s own name, or the signature that it already has', () => {
    const signed = { ...written, signature: 'hello!' };
    expect(fieldsOf(check(signed))).toEqual({ signature: 'Signature is not right.' });
    expect(checkLetter(signed, { ...rules, ownerName: 'hello!' })).toMatchObject({ ok: true });
    expect(checkLetter(signed, { ...rules, currentSignature: 'hello!' })).toMatchObject({
      ok: true,
    });
  });

  test('never makes the check throw, whatever it contains', () => {
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
        // What was accepted once is accepted again, unchanged.
        const again = { ...rules, currentSignature: checked.letter.signature };
        expect(checkLetter(checked.letter, again)).toEqual(checked);
      }),
    );
  });

  test('is stored as typed whenever it is accepted', () => {
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
});
