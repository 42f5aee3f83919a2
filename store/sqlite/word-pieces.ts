/**
 * A search finds any part of a word, in scripts that set no spaces, too. So what is indexed of a text
 * is every three characters that follow each other; of the last ones, what is left. What contains
 * some words has all of their pieces. The reverse need not hold.
 *
 * Every space is indexed with two characters on either side, besides. Most letters have most words, but
 * not one after the other: the end of a word and the beginning of the next tell far more than either.
 */

const LENGTH = 3;
/** How many characters of a joint are on either side of its space. */
const SIDE = 2;
/** What would end a piece, and also what has a meaning in the language of queries. */
const SEPARATORS = /[\0-/:-@[-`{-\x7f]/g;
/** Half of a character that is written in two. */
const BEYOND = /[\ud800-\udfff]/;
/** Unicode has a picture for each of the control characters; what follows is as good as free. */
const PICTURES = 0x2400;
const SPACE = '\u2420';
/** More than tell one text from another are only work. */
const MOST_ASKED_FOR = 6;

/** The pieces of a folded text, each once. */
export function piecesOf(text: string): string[] {
  const plain = withoutSeparators(text);
  // Where each character is one unit, as nearly everywhere, this takes a quarter less.
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
 * Finds every text that may contain each of some words, as a query of FTS5.
 * @param words folded; neither they nor the list of them are empty
 */
export function queryFor(words: string[]): string {
  const share = Math.ceil(MOST_ASKED_FOR / words.length);
  return words
    .flatMap((sought) => partsAskedFor(sought).slice(0, share))
    .slice(0, 2 * MOST_ASKED_FOR)
    .join(' AND ');
}

function partsAskedFor(words: string): string[] {
  const characters = Array.from(withoutSeparators(words));
  if (characters.length < LENGTH) return [`"${characters.join('')}" *`];
  const asked = new Set<string>();
  for (let at = 0; at < characters.length; at += 1) {
    if (isJoint(characters, at)) asked.add(part(characters, at - SIDE, at + SIDE + 1));
  }
  // Those that overlap tell little more.
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
