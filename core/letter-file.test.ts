import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sharedExport } from '#test/shared-export.ts';
import { midnightUtc } from './date.ts';
import type { Letter } from './letter.ts';
import { type LetterFile, readLetterFile, writeLetterFile } from './letter-file.ts';
import type { ImportedLetter } from './store.ts';

const read = (content: unknown) => readLetterFile(JSON.stringify(content), 'The Owner');
const minimal = { id: 'one', title: 'Title', content: 'Content' };
const NOV_20 = midnightUtc('2026-11-20');

function lettersOf(file: LetterFile): ImportedLetter[] {
  if (!file.ok) throw new Error(file.faults.join('\n'));
  return file.letters;
}

/** What a store would return: the letters as they are, with what it adds. */
async function written(letters: ImportedLetter[]): Promise<string> {
  async function* stored(): AsyncGenerator<Letter> {
    for (const letter of letters) yield { ...letter, position: '', version: 1 };
  }
  return (await Array.fromAsync(writeLetterFile(stored()))).join('');
}

async function roundTrip(text: string): Promise<string> {
  return written(lettersOf(readLetterFile(text, 'The Owner')));
}

describe('a record', () => {
  test('requires only an id, a title and content', () => {
    expect(lettersOf(read([minimal]))).toEqual([
      {
        ...minimal,
        signature: 'The Owner',
        date: null,
        hidden: false,
        createdAt: null,
        updatedAt: null,
        origin: expect.any(String),
      },
    ]);
    for (const nothing of [null, '']) {
      const record = { ...minimal, signature: nothing, date: nothing, createdAt: nothing };
      expect(lettersOf(read([record]))).toMatchObject([
        { signature: 'The Owner', date: null, createdAt: null },
      ]);
    }
    for (const blank of [' ', '\u200b']) {
      const signed = { ...minimal, signature: blank };
      expect(lettersOf(read([signed]))).toMatchObject([{ signature: 'The Owner' }]);
    }
  });

  test.each([
    [{ date: '2026-11-20' }, '2026-11-20', NOV_20],
    [{ customDate: '2026-11-20' }, '2026-11-20', NOV_20],
    [{ date: '2020-01-01', customDate: '2026-11-20' }, '2026-11-20', NOV_20],
    [{ date: 'in spring', customDate: '2026-11-20' }, '2026-11-20', NOV_20],
    [{ date: '2026-11-20', customDate: 'in spring' }, '2026-11-20', NOV_20],
    [{ date: 'in autumn', customDate: 'in spring' }, 'in spring', null],
    [{ date: '2026-11-20T23:30:00-11:00' }, '2026-11-20', NOV_20],
    [{ date: { seconds: NOV_20 / 1000, nanoseconds: 0 } }, '2026-11-20', NOV_20],
    [{ date: { _seconds: NOV_20 / 1000, _nanoseconds: 0 } }, '2026-11-20', NOV_20],
    [{ date: '2026-11-20', createdAt: '1969-07-20' }, '2026-11-20', midnightUtc('1969-07-20')],
    [{ createdAt: '2026-11-20T00:00:00.500Z' }, null, NOV_20 + 500],
    [{ date: 'in spring' }, 'in spring', null],
    [{ date: 'in spring', createdAt: { _seconds: -1 } }, 'in spring', -1000],
  ])('with %j has the date %j and is sorted under %j', (fields, date, createdAt) => {
    expect(lettersOf(read([{ ...minimal, ...fields }]))).toMatchObject([{ date, createdAt }]);
  });

  test('keeps a signature that no rule would accept, and unknown fields', async () => {
    const text = JSON.stringify(
      [{ ...minimal, signature: 'hello!!!', mood: ['x', null] }],
      null,
      1,
    );
    expect(lettersOf(readLetterFile(text, 'The Owner'))).toMatchObject([{ signature: 'hello!!!' }]);
    expect(await roundTrip(text)).toBe(text);
  });
});

describe('imported letters are exported as they were', () => {
  test.skipIf(sharedExport === null)('from the owner’s real file, byte for byte', async () => {
    expect(await roundTrip(sharedExport ?? '')).toBe(sharedExport);
  });

  test('from records in every form, byte for byte', async () => {
    const seconds = fc.integer({ min: -1e10, max: 1e10 });
    const nanoseconds = fc.integer({ min: 0, max: 999_999_999 });
    const date = fc.oneof(
      fc.constantFrom(null, '', '2026-11-20', '2026-11-20T10:00:00+05:45', 'in spring'),
      fc.record({ seconds, nanoseconds }),
      fc.record({ _seconds: seconds, _nanoseconds: nanoseconds }),
    );
    const instant = date.filter((value) => value !== 'in spring');
    const text = fc.constantFrom(
      'Title',
      ' <b>&</b> ',
      'رسالة',
      '未來\n\t🎂',
      'Le\u0301onie',
      'a\r\nb',
    );
    const record = fc.record(
      {
        title: text,
        content: text,
        id: fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
        signature: fc.oneof(text, fc.constantFrom(null, '')),
        hidden: fc.option(fc.boolean()),
        date,
        customDate: date,
        createdAt: instant,
        updatedAt: instant,
        mood: fc.jsonValue({ maxDepth: 1 }),
      },
      { requiredKeys: ['id', 'title', 'content'] },
    );
    const shuffled = record.chain((fields) => {
      const entries = Object.entries(fields);
      return fc
        .shuffledSubarray(entries, { minLength: entries.length })
        .map((order) => Object.fromEntries(order));
    });
    const file = fc.uniqueArray(shuffled, { selector: ({ id }) => id, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(file, async (records) => {
        const text = JSON.stringify(records, null, 1);
        expect(await roundTrip(text)).toBe(text);
      }),
    );
  });

  test('with the digits of its numbers, also of those that are rounded elsewhere', async () => {
    for (const others of ['12345678901234567890, [1e400]', '9007199254740993']) {
      const text = `[{"id": "one", "title": "T", "content": "C", "others": [${others}]}]`;
      expect((await roundTrip(text)).replaceAll(/\s+/g, '')).toBe(text.replaceAll(' ', ''));
    }
    expect(read([{ ...minimal, createdAt: { seconds: 1e20 } }])).toMatchObject({ ok: false });
  });

  test('and a letter written here is exported in our own form, which can be imported', async () => {
    const letter: ImportedLetter = {
      ...minimal,
      signature: 'Maren',
      date: '2026-11-20',
      hidden: true,
      createdAt: NOV_20,
      updatedAt: NOV_20 + 1,
      origin: null,
    };
    const text = await written([letter]);
    expect(JSON.parse(text)).toEqual([
      {
        id: 'one',
        title: 'Title',
        date: '2026-11-20',
        customDate: '2026-11-20',
        content: 'Content',
        signature: 'Maren',
        hidden: true,
        createdAt: { seconds: NOV_20 / 1000, nanoseconds: 0 },
        updatedAt: { seconds: NOV_20 / 1000, nanoseconds: 1_000_000 },
      },
    ]);
    expect(text).toBe(JSON.stringify(JSON.parse(text), null, 1));
    expect(lettersOf(readLetterFile(text, 'The Owner'))).toEqual([letter]);
    const old = { ...letter, createdAt: -1, updatedAt: -1500 };
    expect(lettersOf(readLetterFile(await written([old]), 'The Owner'))).toEqual([old]);
    const bare = { ...letter, date: null, createdAt: null, updatedAt: null };
    const [record] = JSON.parse(await written([bare]));
    expect(Object.keys(record)).toEqual(['id', 'title', 'content', 'signature', 'hidden']);
  });
});
