/**
 * A search finds any part of a word, in scripts that set no spaces, too. So what is indexed of a text
 * is every three characters that follow each other; of the last ones, what is left. What contains
 * some words has all of their pieces. The reverse need not hold.
 */

const LENGTH = 3;
/** What would end a piece, and also what has a meaning in the language of queries. */
const SEPARATORS = /[\0-/:-@[-`{-\x7f]/g;
/** Half of a character that is written in two. */
const BEYOND = /[\ud800-\udfff]/;
/** Unicode has a picture for each of the control characters; what follows is as good as free. */
const PICTURES = 0x2400;
/** The end of a word, the picture of a space, and the beginning of another. */
const JOINT = /^\p{L}\u2420\p{L}$/u;
/** More than tell one text from another are only work. */
const MOST_ASKED_FOR = 12;

/** The pieces of a folded text, each once. */
export function piecesOf(text: string): string[] {
  const pieces = new Set<string>();
  const plain = withoutSeparators(text);
  if (BEYOND.test(plain)) {
    const characters = Array.from(plain);
    for (let at = 0; at < characters.length; at += 1) pieces.add(pieceAt(characters, at));
  } else {
    // Where each character is one unit, as nearly everywhere, this takes a quarter less.
    for (let at = 0; at < plain.length; at += 1) pieces.add(plain.slice(at, at + LENGTH));
  }
  return [...pieces];
}

/**
 * Finds every text that may contain some words, as a query of FTS5.
 * @param words folded, and not empty
 */
export function queryFor(words: string): string {
  const characters = Array.from(withoutSeparators(words));
  if (characters.length < LENGTH) return `"${characters.join('')}" *`;
  const pieces = characters.slice(0, 1 - LENGTH).map((_, at) => pieceAt(characters, at));
  // What joins two words is rarer than what many words have in them.
  const asked = new Set(pieces.filter((piece) => JOINT.test(piece)));
  // Those that overlap tell little more.
  for (let at = 0; at < characters.length; at += LENGTH) {
    asked.add(pieces[Math.min(at, pieces.length - 1)] ?? '');
  }
  return [...asked]
    .slice(0, MOST_ASKED_FOR)
    .map((piece) => `"${piece}"`)
    .join(' AND ');
}

function withoutSeparators(text: string): string {
  return text.replace(SEPARATORS, (sign) => String.fromCharCode(PICTURES + sign.charCodeAt(0)));
}

function pieceAt(characters: string[], at: number): string {
  return `${characters[at]}${characters[at + 1] ?? ''}${characters[at + 2] ?? ''}`;
}
