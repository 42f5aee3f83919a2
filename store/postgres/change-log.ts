import type { VisibleChange } from '#core/store.ts';
import { changesToTell, MAX_PENDING, outboxRowOf } from '../outbox.ts';
import { CHANGES_KEPT } from '../retention.ts';
import type { Row, Session } from './database.ts';
import { envelopeOf, SUMMARY_COLUMNS } from './letter-row.ts';

/** The channel on which commits are announced. A notification carries only the number of the last change. */
export const CHANNEL = 'letters_changes';

export interface Change {
  id: string;
  kind: 'shown' | 'withdrawn';
}

/** The first statement of every transaction that writes letters: by this lock, writers take turns. */
export const LOCK_LETTERS = {
  name: 'lock-letters',
  text: 'SELECT seq FROM change_counter FOR UPDATE',
};

/**
 * The number of the last change. The counter falls behind the rows where a dump was restored into tables that
 * were there: its row of the counter was refused, and those of the changes were not.
 */
const LAST = 'greatest(change_counter.seq, (SELECT max(changes.seq) FROM changes))';

const RECORD_CHANGES = {
  name: 'note-changes',
  text: `WITH counter AS (
      UPDATE change_counter SET seq = ${LAST} + cardinality($1::text[]) RETURNING seq
    ), noted AS (
      INSERT INTO changes (seq, letter_id, kind)
      SELECT seq - cardinality($1) + at, id, kind
      FROM counter, unnest($1, $2::text[]) WITH ORDINALITY AS change (id, kind, at)
    )
    SELECT seq, pg_notify('${CHANNEL}', seq::text) FROM counter`,
};
const RECORD_REPLACEMENT = {
  name: 'note-replacement',
  text: `WITH counter AS (UPDATE change_counter SET seq = ${LAST} + 1 RETURNING seq)
    SELECT seq, pg_notify('${CHANNEL}', seq::text) FROM counter`,
};
const DROP_CHANGES = { name: 'drop-changes', text: 'DELETE FROM changes WHERE seq <= $1' };

/**
 * Numbers what changed for readers, and announces it when the transaction is committed.
 * @returns the number of the last change, or null when there is none
 */
export async function recordChanges(session: Session, changes: Change[]): Promise<number | null> {
  if (changes.length === 0) return null;
  const lists = [changes.map(({ id }) => id), changes.map(({ kind }) => kind)];
  const seq = seqOf(await session.run(RECORD_CHANGES, lists));
  await session.run(DROP_CHANGES, [seq - CHANGES_KEPT]);
  return seq;
}

/** Takes a number without a row for it: watchers see the gap, and read everything again. */
export async function recordReplacement(session: Session): Promise<number> {
  const seq = seqOf(await session.run(RECORD_REPLACEMENT));
  await session.run(DROP_CHANGES, [seq]);
  return seq;
}

const SELECT_SEQ = { name: 'last-change', text: `SELECT ${LAST} AS seq FROM change_counter` };
/** One statement, so that the number and the rows are of one moment. */
const SELECT_CHANGES = {
  name: 'changes-after',
  text: `SELECT ${LAST} AS last, changes.seq, changes.letter_id, changes.kind, ${SUMMARY_COLUMNS}
    FROM change_counter
    LEFT JOIN changes ON changes.seq > $1
    LEFT JOIN letters ON id = letter_id AND NOT hidden
    ORDER BY changes.seq LIMIT ${MAX_PENDING}`,
};

export async function lastChange(session: Session): Promise<number> {
  return seqOf(await session.run(SELECT_SEQ));
}

/** The changes after a number, for watchers who know of all up to it, and the number of the last. */
export async function changesAfter(
  session: Session,
  seen: number,
): Promise<{ last: number; changes: VisibleChange[] }> {
  const rows = await session.run(SELECT_CHANGES, [seen]);
  const last = rows[0]?.last as number;
  const noted = rows.filter(({ seq }) => seq !== null);
  const told = noted.map((row) => outboxRowOf(row, envelopeOf));
  return { last, changes: changesToTell(told, seen, last) };
}

function seqOf([row]: Row[]): number {
  return row?.seq as number;
}
