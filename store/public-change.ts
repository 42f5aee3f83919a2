import { isSameText, type StoredText } from '#core/letter.ts';

/**
 * What a write changed for readers: a letter is new or looks different (`shown`), or is gone
 * (`withdrawn`). Null when they can see no difference, as with a letter that stays hidden.
 * @param before null where there was no letter; likewise `after`
 */
export function publicChange(
  before: StoredText | null,
  after: StoredText | null,
): 'shown' | 'withdrawn' | null {
  const was = before?.hidden === false ? before : null;
  const is = after?.hidden === false ? after : null;
  if (!is) return was ? 'withdrawn' : null;
  return was && isSameText(was, is) ? null : 'shown';
}
