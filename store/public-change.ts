import type { Letter } from '#core/letter.ts';

type Seen = Pick<Letter, 'title' | 'date' | 'content' | 'signature' | 'hidden'>;

/**
 * What a write changed for readers: a letter is new or looks different (`shown`), or is gone
 * (`withdrawn`). Null when they can see no difference, as with a letter that stays hidden.
 * @param before null where there was no letter; likewise `after`
 */
export function publicChange(
  before: Seen | null,
  after: Seen | null,
): 'shown' | 'withdrawn' | null {
  const was = before?.hidden === false ? before : null;
  const is = after?.hidden === false ? after : null;
  if (!is) return was ? 'withdrawn' : null;
  const same =
    was?.title === is.title &&
    was.date === is.date &&
    was.content === is.content &&
    was.signature === is.signature;
  return same ? null : 'shown';
}
