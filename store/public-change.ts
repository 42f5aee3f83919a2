import type { Letter } from '#core/letter.ts';

type Visibility = Pick<Letter, 'hidden'>;

/**
 * What a write changed for readers: a letter is new or has another version (`shown`), or is gone
 * (`withdrawn`). Null for a letter that stays hidden. An edit that leaves all words as they were counts, since
 * readers can ask for the version of a letter and for when it was updated.
 * @param before null where there was no letter; likewise `after`
 */
export function publicChange(
  before: Visibility | null,
  after: Visibility | null,
): 'shown' | 'withdrawn' | null {
  if (after?.hidden === false) return 'shown';
  return before?.hidden === false ? 'withdrawn' : null;
}
