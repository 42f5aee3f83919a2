import type { Letter } from '#core/letter.ts';
import { nextSentAt, positionOf, sentPart } from '#core/position.ts';
import type { ImportedLetter } from '#core/store.ts';

interface Places {
  /** The position of the letter that was sent last, if there is any. */
  last: string | undefined;
  /** Which of the places that the letters bring are taken, as last parts of positions. */
  taken: Iterable<string>;
  /** Milliseconds since 1970. */
  now: number;
  /** From 0 up to 1; see nextSentAt. */
  random: () => number;
}

/**
 * Gives letters their places: one that brings a place keeps it unless it is taken, the others are
 * sent now, one after the other.
 */
export function placeLetters(letters: ImportedLetter[], places: Places): Letter[] {
  const { now, random } = places;
  const taken = new Set(places.taken);
  let { last } = places;
  return letters.map((letter) => {
    const brought = letter.position;
    const position =
      brought !== undefined && !taken.has(sentPart(brought))
        ? brought
        : positionOf(letter.createdAt, nextSentAt(now, last, random));
    taken.add(sentPart(position));
    if (last === undefined || sentPart(position) > sentPart(last)) last = position;
    return { ...letter, position, version: letter.version ?? 1 };
  });
}

/**
 * Tells letters that are new from those that are there, or come a second time.
 * @param isThere asked of an id
 */
export function newAmong(letters: ImportedLetter[], isThere: (id: string) => boolean) {
  const fresh = new Map<string, ImportedLetter>();
  const present: string[] = [];
  for (const letter of letters) {
    if (fresh.has(letter.id) || isThere(letter.id)) present.push(letter.id);
    else fresh.set(letter.id, letter);
  }
  return { fresh: [...fresh.values()], present };
}
