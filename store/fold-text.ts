/** Marks over and under letters, and what says only where a word may break or which way it runs. */
const UNSEEN = /[\p{M}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const APOSTROPHES = /[\u2018-\u201b\u02bc\u2032]/g;
const QUOTATION_MARKS = /[\u201c-\u201f]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
/** But for a space that stands alone, which nearly all of them are. */
const SPACES = /\s\s+|[^\S ]/g;

/**
 * Text as a search compares it: without case, accents and other marks, and with look-alike forms
 * (full-width letters, ligatures, the sigma that ends a word) made one. Works in every script. Nobody
 * has to know how a keyboard curled an apostrophe, or where a line ended.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(UNSEEN, '')
    .replaceAll('ς', 'σ')
    .replace(APOSTROPHES, "'")
    .replace(QUOTATION_MARKS, '"')
    .replace(DASHES, '-')
    .replace(SPACES, ' ');
}

/** What a search compares letters with: each of what is sought, but for what says nothing. */
export function foldSearch(search: string[]): string[] {
  return search.map(foldText).filter((words) => words !== '');
}

/** Whether each of some words is in one of some fields. All are folded. */
export function hasAll(fields: string[], words: string[]): boolean {
  return words.every((sought) => fields.some((field) => field.includes(sought)));
}
