import { brokenSignatureRule } from '#core/signature.ts';
import { OWNER_NAME } from '../../test/clients/owner.ts';

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
const SYLLABLES = 7;

/** A word that occurs nowhere else, and is valid as a signature. */
export function canaryWord(random: () => number): string {
  for (;;) {
    const syllable = () => pick(CONSONANTS, random) + pick(VOWELS, random);
    const word = Array.from({ length: SYLLABLES }, syllable).join('');
    const name = word[0]?.toUpperCase() + word.slice(1);
    if (brokenSignatureRule(name, { ownerName: OWNER_NAME }) === null) return name;
  }
}

function pick(letters: string, random: () => number): string {
  return letters[Math.floor(random() * letters.length)] ?? '';
}

/** A word for each field, so that a leak tells which field it came from. */
export interface CanaryText {
  title: string;
  content: string;
  signature: string;
}

export function canaryText(random: () => number): CanaryText {
  const word = () => canaryWord(random);
  return { title: word(), content: word(), signature: word() };
}
