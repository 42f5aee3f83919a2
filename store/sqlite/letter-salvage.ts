import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Letter } from '#core/letter.ts';
import { isDamage } from './engine-error.ts';
import { LETTER_COLUMNS, letterOf } from './letter-row.ts';

/** The highest rowid that is tried where neither the table nor its index tells one. */
const FURTHEST = 1_000_000;

/**
 * Every letter of a damaged database that can still be read, in the order in which they were sent.
 * Each is looked up by its rowid, since a scan would end at the first damaged page.
 * @param leftOut called with the number of letters that cannot be read: infinity where nothing tells how many
 */
export function* readableLetters(
  database: DatabaseSync,
  leftOut: (letters: number) => void,
): Generator<Letter, void> {
  const known = numbersInIndex(database);
  const highest = highestNumber(database);
  const select = database.prepare(`SELECT ${LETTER_COLUMNS} FROM letters WHERE rowid = ?`);
  const given = new Set<string>();
  const lastKnown = known?.at(-1) ?? 0;
  const isEndless = highest === null && lastKnown === 0;
  const last = isEndless ? FURTHEST : Math.max(highest ?? 0, lastKnown);
  const isKnown = new Set(known);
  let damaged = 0;
  for (let number = 1; number <= last; number += 1) {
    const letter = letterAt(select, number);
    if (letter === 'damaged' || letter === null) {
      // Without the index, a rowid on a damaged page may never have had a letter.
      if (known ? isKnown.has(number) : letter === 'damaged') damaged += 1;
    } else if (!given.has(letter.id)) {
      given.add(letter.id);
      yield letter;
    }
  }
  if (damaged > 0) leftOut(isEndless ? Number.POSITIVE_INFINITY : damaged);
}

function letterAt(select: StatementSync, number: number): Letter | 'damaged' | null {
  return unlessDamaged(() => {
    const row = select.get(number);
    return row ? letterOf(row) : null;
  }, 'damaged');
}

/** The rowids in an index, ascending; null when it is damaged. */
function numbersInIndex(database: DatabaseSync): number[] | null {
  const select = 'SELECT rowid FROM letters INDEXED BY letters_in_order_sent';
  const rows = unlessDamaged(() => database.prepare(select).all(), null);
  return rows?.map(({ rowid }) => Number(rowid)).sort((a, b) => a - b) ?? null;
}

function highestNumber(database: DatabaseSync): number | null {
  const select = database.prepare('SELECT max(rowid) AS highest FROM letters');
  return unlessDamaged(() => Number(select.get()?.highest ?? 0), null);
}

function unlessDamaged<Result, Other>(work: () => Result, otherwise: Other): Result | Other {
  try {
    return work();
  } catch (error) {
    if (isDamage(error)) return otherwise;
    throw error;
  }
}
