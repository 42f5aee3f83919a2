import type { LetterSummary } from '#core/letter.ts';
import type { VisibleChange } from '#core/store.ts';

/** Beyond this many changes at once, reading everything again is less work. */
export const MAX_PENDING = 100;

/** A change that a write recorded for watchers. */
export interface OutboxRow {
  seq: number;
  kind: 'shown' | 'withdrawn';
  letterId: string;
  /** The letter as it is now; null when it is hidden or deleted. */
  letter: LetterSummary | null;
}

/** @param row of the table `changes`, joined with what readers can see of its letter */
export function outboxRowOf<Row extends Record<string, unknown>>(
  row: Row,
  envelopeOf: (row: Row) => LetterSummary,
): OutboxRow {
  return {
    seq: row.seq as number,
    kind: row.kind as OutboxRow['kind'],
    letterId: row.letter_id as string,
    letter: row.id === null ? null : envelopeOf(row),
  };
}

/**
 * What watchers are told of the changes after one number, up to another.
 * @param rows those that are still kept, in order, and at most `MAX_PENDING`
 */
export function changesToTell(rows: OutboxRow[], after: number, last: number): VisibleChange[] {
  // Rows are missing when there are too many, or when they were dropped by now.
  if (rows.length !== last - after) return [{ kind: 'resync', seq: last }];
  return rows.map(({ seq, kind, letterId, letter }): VisibleChange => {
    // Hidden or deleted again since. A later row tells the withdrawal as well, but a number that is left out
    // would pass for a missed change.
    if (kind === 'withdrawn' || letter === null) return { kind: 'withdrawn', seq, id: letterId };
    return { kind, seq, letter };
  });
}
