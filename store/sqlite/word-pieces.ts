/**
 * A search finds any part of a word, in scripts that set no spaces, too. So what is indexed of a text
 * is every three characters that follow each other; of the last ones, what is left. What contains
 * some words has all of their pieces. The reverse need not hold.
 */

const LENGTH = 3;
/** What would end a piece, and also what has a meaning in the language of queries. */
const SEPARATORS = /[\0-/:-@[-`{-\x7f]/g;
/** Unicode has a picture for each of the control characters; what follows is as good as free. */
const PICTURES = 0x2400;
/** More than tell one text from another are only work. */
const MOST_ASKED_FOR = 12;

/** The pieces of a folded text, each once. */
export function piecesOf(text: string): string[] {
  const characters = charactersOf(text);
  return [...new Set(characters.map((_, at) => pieceAt(characters, at)))];
}

/**
 * Finds every text that may contain some words, as a query of FTS5.
 * @param words folded, and not empty
 */
export function queryFor(words: string): string {
  const characters = charactersOf(words);
  if (characters.length < LENGTH) return `"${characters.join('')}" *`;
  const asked = new Set<string>();
  // Those that overlap tell little more.
  for (let at = 0; at < characters.length && asked.size < MOST_ASKED_FOR; at += LENGTH) {
    asked.add(pieceAt(characters, Math.min(at, characters.length - LENGTH)));
  }
  return [...asked].map((piece) => `"${piece}"`).join(' AND ');
}

function charactersOf(text: string): string[] {
  return Array.from(
    text.replace(SEPARATORS, (sign) => String.fromCharCode(PICTURES + sign.charCodeAt(0))),
  );
}

function pieceAt(characters: string[], at: number): string {
  return `${characters[at]}${characters[at + 1] ?? ''}${characters[at + 2] ?? ''}`;
}
