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
  // Not whether it was hidden, which others may have changed without readers being told of it.
  const kind = publicChange(before && { hidden: !before.listed }, after);
  return kind && { kind, letterId };
}
