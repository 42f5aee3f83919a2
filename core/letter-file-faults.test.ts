import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLetterFile } from './letter-file.ts';

const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)]);

const minimal = { id: 'one', title: 'Title', content: 'Content' };

function faultsOf(content: unknown): string[] {
  const file = readLetterFile(JSON.stringify(content), 'The Owner');
  return file.ok ? [] : file.faults;
}

describe('an invalid record is reported by its place and fault, never by its words', () => {
  test.each([
    [7, 'Letter 2 must be an object.'],
    [null, 'Letter 2 must be an object.'],
    [{ id: 'deep', title: 'T', content: 'C', x: nested(200) }, 'Letter 2 is nested too deeply.'],
    [{ photo: 'Secret'.repeat(1_400_000) }, /^Letter 2 has more than 8 MB besides its words/],
    [{ id: undefined }, 'Letter 2, id: is missing.'],
    [{ id: 7 }, 'Letter 2, id: must be text.'],
    [{ id: 'Secret/1' }, 'Letter 2, id: must be 1 to 128 letters, digits, "-" or "_".'],
    [{ id: 'first' }, "Letter 2, id: is the same as letter 1's."],
    [{ title: undefined }, 'Letter 2, title: is missing.'],
    [{ title: null }, 'Letter 2, title: is missing.'],
    [{ title: ['Secret'] }, 'Letter 2, title: must be text.'],
    [{ title: ' ' }, 'Letter 2, title: is empty.'],
    [{ content: '' }, 'Letter 2, content: is empty.'],
    [{ content: 'Secret\0' }, /^Letter 2, content: .*control character/],
    [{ title: 'Secret'.repeat(99) }, /^Letter 2, title: .*at most 300 characters; this has 594/],
    [{ signature: 'Secret\ud800' }, /^Letter 2, signature: .*half a character/],
    [{ signature: 7 }, 'Letter 2, signature: must be text.'],
    [{ hidden: 'Secret' }, 'Letter 2, hidden: must be true or false.'],
    [{ date: 7 }, 'Letter 2, date: is neither a date nor text.'],
    [{ date: 'Secret\0' }, 'Letter 2, date: is text that cannot be kept.'],
    [{ customDate: {} }, 'Letter 2, customDate: is neither a date nor text.'],
    [{ createdAt: 'Secret' }, 'Letter 2, createdAt: is not a date in any known form.'],
    [{ updatedAt: 5 }, 'Letter 2, updatedAt: is not a date in any known form.'],
  ])('$1', (fields, fault) => {
    const first = { ...minimal, id: 'first' };
    const second = typeof fields === 'object' && fields ? { ...minimal, ...fields } : fields;
    const faults = faultsOf([first, second]);
    expect(faults).toEqual([typeof fault === 'string' ? fault : expect.stringMatching(fault)]);
    expect(faults.join()).not.toContain('Secret');
  });

  test('reports all faults', () => {
    expect(faultsOf([{ ...minimal, title: '', hidden: 0 }, minimal, { id: 'x' }])).toEqual([
      'Letter 1, title: is empty.',
      'Letter 1, hidden: must be true or false.',
      'Letter 3, title: is missing.',
      'Letter 3, content: is missing.',
    ]);
  });
});

describe('a file', () => {
  test.each(['{', 'Secret', '[{"a": Secret}]', '[1,]', '[\u0000]'])('%j is not JSON', (text) => {
    const file = readLetterFile(text, 'The Owner');
    expect(file).toEqual({ ok: false, faults: [expect.stringMatching(/^The file is not JSON/)] });
    expect(JSON.stringify(file)).not.toContain('Secret');
  });

  test.each([null, 7, 'text', {}, { letters: [] }])('of %j is not a list', (content) => {
    expect(faultsOf(content)).toEqual([
      'The file must be a list of letters, as `export` writes it.',
    ]);
  });

  test('is not JSON at its own line, also where `npm run` printed lines before it', () => {
    const text = '\n> letters@0.1.0 letters\n> node cli/letters.ts export\n\n[\n{"a" 1}]';
    const file = readLetterFile(text, 'The Owner');
    expect(file).toMatchObject({ faults: [expect.stringContaining('(see line 6 column 6)')] });
  });

  test('may begin with a byte order mark, and may be empty', () => {
    expect(readLetterFile('\ufeff[]', 'The Owner')).toEqual({ ok: true, letters: [] });
  });

  test('never makes reading throw, whatever it contains', () => {
    const likely = fc.array(
      fc.record(
        Object.fromEntries(
          ['id', 'title', 'content', 'signature', 'hidden', 'date', 'createdAt', '__proto__'].map(
            (key) => [key, fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 1 }))],
          ),
        ),
        { requiredKeys: [] },
      ),
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json({ maxDepth: 2 }),
      likely.map((records) => JSON.stringify(records)),
    );
    fc.assert(
      fc.property(text, (content) => {
        const file = readLetterFile(content, 'The Owner');
        expect(file.ok || file.faults.length > 0).toBe(true);
      }),
    );
  });
});
