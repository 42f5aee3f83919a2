/**
 * Whether a signature looks like a name. The six rules are the specification's (section 5);
 * the readings of "letter", "vowel" and "word" are in docs/decisions.
 */

const BLOCKED = [
  'hi',
  'hello',
  'hey',
  'test',
  'abc',
  'xyz',
  'qwe',
  'asd',
  'zxc',
  'lol',
  'haha',
  'ok',
  'yes',
  'no',
  'asdf',
  'qwerty',
  'admin',
  'user',
  'name',
  'signature',
  'sign',
  'here',
  'test123',
];

const KEYBOARD_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const RUN_LENGTH = 3;
const MIN_LENGTH = 2;
/** Invisible, but part of how names are spelt in Persian, Sinhala and other languages. */
const JOINERS = /[\u200c\u200d]/g;
/** Unicode's hyphen and non-breaking hyphen. Word inserts the latter. */
const HYPHENS = /[\u2010\u2011]/g;
/**
 * Any character three times in a row, in capitals or not. Not in a lower-case copy: a Σ at the end of a word
 * becomes another letter there than one before it.
 */
const REPEATED = /(.)\1\1/isu;

const KEYBOARD_RUNS = KEYBOARD_ROWS.flatMap((row) =>
  Array.from({ length: row.length - RUN_LENGTH + 1 }, (_, at) => row.slice(at, at + RUN_LENGTH)),
);

/** Vowels, and the Latin letters that carry one without being an accented form of it. */
const VOWEL = /[aeiouyøæœıəɛɔ]/;

export interface KnownSignatures {
  /** The owner's own name. */
  ownerName: string;
  /** On an edit, the signature that the letter already has. */
  currentSignature?: string | undefined;
}

/**
 * The number of the first rule (1 to 6) that a signature breaks, or null when it is right.
 * An empty or blank signature is right: the owner's name is used in its place.
 */
export function brokenSignatureRule(
  signature: string,
  { ownerName, currentSignature }: KnownSignatures,
): number | null {
  const name = asSeen(signature);
  if (name === '') return null;
  if (name === asSeen(ownerName)) return null;
  if (currentSignature !== undefined && name === asSeen(currentSignature)) return null;

  const lower = name.toLowerCase();
  const words = lower.split(/[\p{Zs}-]+/u).filter(Boolean);

  if ([...name].length < MIN_LENGTH) return 1;
  if (!/^[\p{L}\p{M}\p{Zs}'’-]+$/u.test(name)) return 2;
  if (BLOCKED.some((word) => lower.includes(word))) return 3;
  if (REPEATED.test(name)) return 4;
  if (words.some(isUnpronounceable)) return 5;
  if (words.some((word) => KEYBOARD_RUNS.some((run) => word.includes(run)))) return 6;
  return null;
}

function asSeen(name: string): string {
  return name.normalize('NFC').replace(JOINERS, '').replace(HYPHENS, '-').trim();
}

function isUnpronounceable(word: string): boolean {
  const letters = [...word.normalize('NFD').replace(/[^\p{L}]/gu, '')];
  if (!letters.every((letter) => /\p{Script=Latin}/u.test(letter))) return false;
  const vowels = letters.filter((letter) => VOWEL.test(letter)).length;
  if (letters.length >= 4 && vowels === 0) return true;
  return letters.length > 6 && vowels < 2;
}
