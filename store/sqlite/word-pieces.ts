/**
 * A search finds any part of a word, also in scripts without spaces. So the index holds trigrams: every
 * three consecutive characters of a text, and what is left at its end. A text that contains some words
 * has all of their trigrams; the reverse need not hold.
 *
 * Besides, every space is indexed with two characters on either side (a joint). Most letters share most
 * words, but not in the same sequence, so joints narrow a search far more than trigrams.
 */

const LENGTH = 3;
/** How many characters of a joint are on either side of its space. */
const SIDE = 2;
/** Characters that FTS5 would tokenize at, or that have a meaning in its queries. */
const SEPARATORS = /[\0-/:-@[-`{-\x7f]/g;
/** A surrogate. */
const BEYOND = /[\ud800-\udfff]/;
/** Separators are mapped to this block of Unicode (control pictures), which is hardly ever used. */
const PICTURES = 0x2400;
const SPACE = '\u2420';
/** More terms in a query cost time and hardly narrow it. */
const MAX_ASKED_FOR = 6;

/** The pieces of a folded text, each once. */
export function piecesOf(text: string): string[] {
  const plain = withoutSeparators(text);
  // Without surrogates, as nearly always, slicing the string itself takes a quarter less time.
  return [...(BEYOND.test(plain) ? piecesAmong(Array.from(plain)) : piecesAmong(plain))];
}

function piecesAmong(characters: string | string[]): Set<string> {
  const pieces = new Set<string>();
  for (let at = 0; at < characters.length; at += 1) {
    pieces.add(part(characters, at, at + LENGTH));
    if (isJoint(characters, at)) pieces.add(part(characters, at - SIDE, at + SIDE + 1));
  }
  return pieces;
}

/**
 * A query of FTS5 that finds every text which may contain each of these words.
 * @param words folded; neither they nor the list of them are empty
 */
export function queryFor(words: string[]): string {
  const share = Math.ceil(MAX_ASKED_FOR / words.length);
  return words
    .flatMap((sought) => partsAskedFor(sought).slice(0, share))
    .slice(0, 2 * MAX_ASKED_FOR)
    .join(' AND ');
}

function partsAskedFor(words: string): string[] {
  const characters = Array.from(withoutSeparators(words));
  if (characters.length < LENGTH) return [`"${characters.join('')}" *`];
  const asked = new Set<string>();
  for (let at = 0; at < characters.length; at += 1) {
    if (isJoint(characters, at)) asked.add(part(characters, at - SIDE, at + SIDE + 1));
  }
  // Overlapping trigrams hardly narrow it further.
  for (let at = 0; at < characters.length; at += LENGTH) {
    const from = Math.min(at, characters.length - LENGTH);
    asked.add(part(characters, from, from + LENGTH));
  }
  return [...asked].map((piece) => `"${piece}"`);
}

function isJoint(characters: string | string[], at: number): boolean {
  return characters[at] === SPACE && at >= SIDE && at + SIDE < characters.length;
}

function part(characters: string | string[], from: number, to: number): string {
  const found = characters.slice(from, to);
  return typeof found === 'string' ? found : found.join('');
}

function withoutSeparators(text: string): string {
  return text.replace(SEPARATORS, (sign) => String.fromCharCode(PICTURES + sign.charCodeAt(0)));
}
