/**
 * The language that a text's script tells, as a BCP 47 tag, where it can be told: so that a reader
 * sees Japanese in Japanese glyphs, and a screen reader does not read Arabic as English. Undefined
 * for scripts that many languages share, as Latin.
 */
export function languageOf(text: string): string | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  const counts = SCRIPTS.map(([script, tag]) => ({ tag, count: text.match(script)?.length ?? 0 }));
  const most = counts.reduce((one, other) => (other.count > one.count ? other : one));
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return most.count * 2 > letters ? most.tag : undefined;
}

/** Han alone is Chinese; which of its two forms cannot be told without reading it. */
const SCRIPTS: [RegExp, string][] = [
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Armenian}/gu, 'hy'],
];

const STRONG = /[\p{L}\u200e\u200f]/u;
const TO_THE_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Which way a text runs: as its first letter does, which is what a browser finds for `dir="auto"`. But where
 * that stands around many lines, Chromium looks at them all again for each that arrives: of 16,000 for 10 s.
 */
export function directionOf(text: string): 'ltr' | 'rtl' {
  return TO_THE_LEFT.test(STRONG.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
}
