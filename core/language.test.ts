import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directionOf, languageOf } from './language.ts';

test.each([
  ['夜の手紙を書いています', 'ja'],
  ['東京タワー', 'ja'],
  ['오늘은 비가 와요', 'ko'],
  ['今天下雨了', 'zh'],
  ['كتبت لك من الشرفة', 'ar'],
  ['כתבתי לך מהמרפסת', 'he'],
  ['Σου γράφω από τη βεράντα', 'el'],
  ['เขียนถึงเธอจากระเบียง', 'th'],
  ['გწერ აივნიდან', 'ka'],
  ['Գրում եմ պատշգամբից', 'hy'],
])('%s is %s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});

test.each(['', 'Dear you', 'Cher Zoë', 'Привет', '123 !', 'He said שלום and left the room'])(
  '%j could be of many languages',
  (text) => {
    expect(languageOf(text)).toBeUndefined();
  },
);

test.each([
  ['كتبت لك', 'rtl'],
  ['«שלום» he said', 'rtl'],
  ['1. ܫܠܡܐ', 'rtl'],
  ['𞤀𞤣𞤤𞤢𞤥', 'rtl'],
  ['\u200f♥', 'rtl'],
  ['He said שלום', 'ltr'],
  ['١٢ Días', 'ltr'],
  ['給在雨季的你', 'ltr'],
  ['♥ 2026', 'ltr'],
  ['', 'ltr'],
])('%j begins %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect([undefined, 'ja', 'ko', 'zh', 'ar', 'he', 'el', 'th', 'ka', 'hy']).toContain(
        languageOf(text),
      );
    }),
  );
});
