/** Combining marks, soft hyphens, zero-width and bidi control characters, and the stroke that lengthens Arabic words. */
const UNSEEN = /[\p{M}\u00ad\u061c\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
/** Among them the Hawaiian okina and the Hebrew geresh, for which many keyboards have only an apostrophe. */
const APOSTROPHES = /[\u2018-\u201b\u02bb-\u02bf\u05f3\u2032]/g;
const QUOTATION_MARKS = /[\u201c-\u201f\u05f4]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
/**
 * Latin letters that Unicode does not decompose, though its collation treats their strokes and ligatures as
 * accents. The dotless i is among them because its capital is an I.
 */
const PLAIN: Record<string, string> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
/** Runs of white space, and single white space other than a plain space. */
const SPACES = /\s\s+|[^\S ]/g;

/**
 * Text as a search compares it: without case, accents and other marks, and with compatibility forms
 * (full-width letters, ligatures, the final sigma), Latin letters with a stroke, quotation marks, dashes and white space unified.
 * Works in every script.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(UNSEEN, '')
    .replaceAll('ς', 'σ')
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter)
    .replace(APOSTROPHES, "'")
    .replace(QUOTATION_MARKS, '"')
    .replace(DASHES, '-')
    .replace(SPACES, ' ');
}

/** The folded search terms, without those that fold to nothing. */
export function foldSearch(search: string[]): string[] {
  return search.map(foldText).filter((words) => words !== '');
}

/** Whether each of the terms is in one of the fields. All are folded. */
export function hasAll(fields: string[], words: string[]): boolean {
  return words.every((sought) => fields.some((field) => field.includes(sought)));
}
