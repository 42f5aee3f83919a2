import type { Letter } from '#core/letter.ts';
import { publicChange } from '../public-change.ts';
import type { Change } from './change-entries.ts';
import type { Reading } from './letter-document.ts';

/**
 * What a write changes for readers.
 * @param before the document as it was; null when there was none
 * @param after the letter as it will be; null when it is deleted
 */
export function changeOf(before: Reading | null, after: Letter | null): Change | null {
  const letterId = after?.id ?? before?.letter.id ?? null;
  const kind =
    before && !before.settled
      ? changeOfForeign(before, after)
      : publicChange(before?.letter ?? null, after);
  return kind && { kind, letterId };
}

/** For a letter that others have changed: all we know is whether readers were told of it. */
function changeOfForeign(before: Reading, after: Letter | null): Change['kind'] | null {
  if (after?.hidden === false) return 'shown';
  return before.listed ? 'withdrawn' : null;
}
