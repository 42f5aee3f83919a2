import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokenSignatureRule } from './signature.ts';

const ownerName = 'Qwz 007';
const rule = (signature: string) => brokenSignatureRule(signature, { ownerName });

test.each([
  'Ines Aldana',
  'Al',
  "Sinéad O'Brien",
  'Sinéad O’Brien',
  'Anne-Marie',
  'Anne\u2011Marie',
  'Léonie',
  'Łucja Żak',
  'Björn Åkesson',
  'Søren Kierkegaard',
  'Nguyễn Văn Dũng',
  'Zoë',
  'Lynn Byrd',
  'محمد',
  'علی\u200cرضا',
  'ශ්\u200dරී',
  'مُحَمَّد',
  'रवि शंकर',
  '田中',
  '田中\u3000太郎',
  'Anna\u00a0Maria',
  'Dr\u00a0Smith',
  'さくら',
  'Ἀλέξανδρος',
  'Дмитрий',
  'נעמי',
  '김민준',
  'Ng',
  'Mr T',
  '  Maren  ',
  '',
  '   ',
])('%j is accepted', (signature) => expect(rule(signature)).toBeNull());

describe('rule 1: at least two characters after trimming', () => {
  test.each(['M', ' M ', 'M\u200d', '田', '𝒜', 'é', 'e\u0301'])('%j', (name) =>
    expect(rule(name)).toBe(1),
  );
});

describe('rule 2: only letters, spaces, apostrophes and hyphens', () => {
  test.each([
    'Maren 2',
    'Maren!',
    'Maren_H',
    'Maren.',
    'M@ren',
    'Maren\tH',
    'Maren\nH',
    'Maren 🎂',
    'Maren—H',
    'Maren\u200bH',
    '٤٢',
    '"Maren"',
    '<b>Maren</b>',
  ])('%j', (name) => expect(rule(name)).toBe(2));
});

describe('rule 3: no word of the blocklist, anywhere, in any case', () => {
  const blocked =
    'hi hello hey test abc xyz qwe asd zxc lol haha ok yes no asdf qwerty admin user name signature sign here'.split(
      ' ',
    );
  test.each(blocked)('%s', (word) => {
    expect(rule(word)).toBe(3);
    expect(rule(word.toUpperCase())).toBe(3);
    expect(rule(`Maren ${word}el`)).toBe(3);
    expect(rule(`Ba${word}`)).toBe(3);
  });

  test('test123, although its digits break rule 2 first', () => {
    expect(rule('test123')).toBe(2);
  });

  test.each(['Arno', 'Brooke', 'Philip', 'Theresa'])(
    '%s, a name that only the owner can sign with',
    (name) => {
      expect(rule(name)).toBe(3);
      expect(brokenSignatureRule(name, { ownerName: name })).toBeNull();
    },
  );
});

describe('rule 4: no character three times in a row', () => {
  test.each([
    'Maaaren',
    'MAAaren',
    'Ooo',
    'Lee-eee',
    'Anna---Maria',
    "O'''Brien",
    'Ma   ren',
    'яяя',
    '𐌰𐌰𐌰',
    'ΑΣΣΣ',
    'σσς',
    'İİİ',
  ])('%j', (name) => expect(rule(name)).toBe(4));
  test.each(['Maaren', 'Anna Aada', 'Lee-ee', 'aabbaabb'])('%j is accepted', (name) =>
    expect(rule(name)).toBeNull(),
  );
});

describe('rule 5: words of four letters and more can be pronounced', () => {
  test.each(['Brtk', 'Maren Brtk', 'Bcdfgl', "B'rtk", 'Schmidt', 'Bcdafgl', 'Ščvrt', 'Maren-Brtk'])(
    '%j',
    (name) => expect(rule(name)).toBe(5),
  );
  test.each([
    'Brt',
    'Bryn',
    'Brátk',
    'Bcdafg',
    'Bcdafgle',
    'Šmíd',
    'Tøft',
    'Вктр',
    'O’Брайен',
    'נעמי',
  ])('%j is accepted', (name) => expect(rule(name)).toBeNull());
});

describe('rule 6: no three neighbouring keys of a row in one word', () => {
  test.each([
    'Wertia',
    'Ertu',
    'ERTA',
    'Wer-ta',
    'Baropo rty',
    'Tyuan',
    'Iopa',
    'Sdfa',
    'Dfga',
    'Jkla',
    'Xcva',
    'Bnma',
  ])('%j', (name) => expect(rule(name)).toBe(6));

  test.each(['We-rta', 'Po iu', 'Treve', 'Lkja', 'We Rta'])('%j is accepted', (name) =>
    expect(rule(name)).toBeNull(),
  );
});

describe('known signatures are always accepted', () => {
  test('the owner’s own name', () => {
    expect(rule(ownerName)).toBeNull();
    expect(rule(` ${ownerName} `)).toBeNull();
    expect(rule(`${ownerName}7`)).toBe(2);
    expect(brokenSignatureRule('Rene\u0301 2', { ownerName: 'Ren\u00e9 2' })).toBeNull();
  });

  test('the signature that an edited letter already has', () => {
    const currentSignature = 'hello!!!';
    expect(brokenSignatureRule(currentSignature, { ownerName, currentSignature })).toBeNull();
    const spaced = { ownerName, currentSignature: ` Rene\u0301 2 ` };
    expect(brokenSignatureRule('Ren\u00e9 2', spaced)).toBeNull();
    expect(brokenSignatureRule('hello!!', { ownerName, currentSignature })).toBe(2);
    expect(rule(currentSignature)).toBe(2);
  });
});

test('no text makes the check throw', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom('a', 'B', 'é', '\u0301', "'", '-', ' ', '\ud800', 'q', 'w'),
    }),
  );
  fc.assert(
    fc.property(text, text, text, (signature, owner, currentSignature) => {
      const broken = brokenSignatureRule(signature, { ownerName: owner, currentSignature });
      expect([null, 1, 2, 3, 4, 5, 6]).toContain(broken);
      expect(brokenSignatureRule(signature, { ownerName: signature })).toBeNull();
    }),
  );
});
