import type { Letter } from '#core/letter.ts';
import { nextSentAt, positionOf, sentPart } from '#core/position.ts';
import type { ImportedLetter } from '#core/store.ts';

interface PositionsInUse {
  /** The position of the letter that was sent last, if there is any. */
  last: string | undefined;
  /** Last parts (`sentPart`) of the positions that these letters bring and that are taken already. */
  taken: Iterable<string>;
  /** Milliseconds since 1970. */
  now: number;
  /** From 0 up to 1; see nextSentAt. */
  random: () => number;
}

/**
 * Gives letters their positions. A letter that brings its own keeps it unless it is taken; the others get
 * new ones, as if they were sent now, in turn.
 */
export function assignPositions(letters: ImportedLetter[], inUse: PositionsInUse): Letter[] {
  const { now, random } = inUse;
  const taken = new Set(inUse.taken);
  let { last } = inUse;
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
 * Separates new letters from the ids of those that exist already or are repeated.
 * @param exists whether the store has a letter of this id
 */
export function partitionNew(letters: ImportedLetter[], exists: (id: string) => boolean) {
  const fresh = new Map<string, ImportedLetter>();
  const present: string[] = [];
  for (const letter of letters) {
    if (fresh.has(letter.id) || exists(letter.id)) present.push(letter.id);
    else fresh.set(letter.id, letter);
  }
  return { fresh: [...fresh.values()], present };
}
