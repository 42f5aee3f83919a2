import type { LetterSummary } from '#core/letter.ts';
import type { VisibleChange } from '#core/store.ts';

/** Beyond this many changes at once, reading everything again is the smaller work. */
export const MOST_PENDING = 100;

/** A change that a write left for those who watch. */
export interface OutboxRow {
  seq: number;
  kind: 'shown' | 'withdrawn';
  letterId: string;
  /** The letter as it is now; null when it is hidden or deleted. */
  letter: LetterSummary | null;
}

/**
 * What is told of the changes after one number, up to another.
 * @param rows those that are still kept, in order, and at most `MOST_PENDING`
 */
export function toldOf(rows: OutboxRow[], after: number, last: number): VisibleChange[] {
  // Rows can be missing because there are too many, or they are no longer kept.
  if (rows.length !== last - after) return [{ kind: 'resync', seq: last }];
  return rows.flatMap(({ seq, kind, letterId, letter }): VisibleChange[] => {
    if (kind === 'withdrawn') return [{ kind, seq, id: letterId }];
    // Hidden or deleted again since: a later row says so.
    return letter === null ? [] : [{ kind, seq, letter }];
  });
}
