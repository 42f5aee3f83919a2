import { expect, test } from 'vitest';
import { readLetterLanguage } from './letter-language.ts';

test.each([
  ['es', 'es', ['Latn']],
  ['pt-br', 'pt-BR', ['Latn']],
  ['de_AT', 'de-AT', ['Latn']],
  [' ru ', 'ru', ['Cyrl']],
  ['sr-Latn', 'sr-Latn', ['Latn']],
  ['zh-Hant', 'zh-Hant', ['Hani']],
  ['ja', 'ja', ['Hani', 'Hira', 'Kana']],
  ['ko', 'ko', ['Hani', 'Hang']],
])('%j is %s', (text, tag, scripts) => {
  expect(readLetterLanguage(text)).toEqual({ tag, scripts });
});

test.each(['Spanish', 'español', 'es, en', 'xx', 'und', 'mul', 'e', '-', 'x-private', 'my-Qaag'])(
  '%j is no language',
  (text) => {
    expect(readLetterLanguage(text)).toBeNull();
  },
);
