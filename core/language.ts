import type { LetterLanguage } from './letter-language.ts';

/** The languages of scripts in which nearly everybody writes the same language. */
const LANGUAGES = {
  Han: 'zh',
  Arabic: 'ar',
  Armenian: 'hy',
  Georgian: 'ka',
  Greek: 'el',
  Gujarati: 'gu',
  Gurmukhi: 'pa',
  Hebrew: 'he',
  Kannada: 'kn',
  Khmer: 'km',
  Lao: 'lo',
  Malayalam: 'ml',
  Myanmar: 'my',
  Sinhala: 'si',
  Tamil: 'ta',
  Telugu: 'te',
  Thai: 'th',
  Tibetan: 'bo',
};

/** Characters that text in Latin script hardly ever has. Matches those beyond U+FFFF by their surrogates. */
const BEYOND_LATIN = /[\u0370-\u1dff\u1f00-\u1fff\u2c00-\uffff]/;

/** How much of a text is looked at, from its beginning, in UTF-16 code units: enough to tell. */
const SAMPLE = 2000;

/**
 * The language of a text, as a BCP 47 tag, where it can be told: so that a reader sees Japanese in
 * Japanese glyphs, and a screen reader does not read Arabic as English. Undefined for scripts that many
 * languages share, like Latin, unless the owner's language uses them.
 * @param own the language that the owner writes in, if that is known
 */
export function languageOf(whole: string, own: LetterLanguage | null): string | undefined {
  const text = whole.slice(0, SAMPLE);
  // On most sites every call ends here: the rest takes 3 ms the first time, and much longer on a phone.
  if (!BEYOND_LATIN.test(text)) return own?.scripts.includes('Latn') ? own.tag : undefined;
  if (text.search(anyOf('Hiragana', 'Katakana')) >= 0) return 'ja';
  if (text.search(anyOf('Hangul')) >= 0) return 'ko';
  // Combining marks count as letters, because the expressions for scripts match them, too.
  const half = lengthOf(/[\p{L}\p{M}]+/gu, text) / 2;
  if (own && lengthOf(anyOf(...own.scripts), text) > half) return own.tag;
  // Most texts that come this far have none of these scripts: this one search saves a search for each.
  const scripts = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[];
  if (text.search(anyOf(...scripts)) < 0) return undefined;
  const script = scripts.find((name) => lengthOf(anyOf(name), text) > half);
  return script && LANGUAGES[script];
}

/** Runs of characters of these scripts. */
function anyOf(...scripts: string[]): RegExp {
  return new RegExp(`[${scripts.map((name) => `\\p{Script=${name}}`).join('')}]+`, 'gu');
}

/** How much of a text these runs are, in UTF-16 code units. */
const lengthOf = (runs: RegExp, text: string) => text.length - text.replace(runs, '').length;

const STRONG = /[\p{L}\u200e\u200f]/u;
const TO_THE_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The writing direction of a text's first letter, as `dir="auto"` finds it. That attribute would be slow
 * around many lines: Chromium examines all of them again for each that arrives, 10 s for 16,000.
 */
export function directionOf(text: string): 'ltr' | 'rtl' {
  return TO_THE_LEFT.test(STRONG.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
}
