import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Letter } from '#core/letter.ts';
import { sentPart } from '#core/position.ts';
import { BrokenSeal, isEngineError, unavailable } from './engine-error.ts';
import { LETTER_COLUMNS, letterOf, SENT_PART } from './letter-row.ts';
import { readableLetters } from './letter-salvage.ts';
import { acceptDamage } from './open-database.ts';

/** How many letters are read before the event loop gets a turn. */
const BATCH = 50;

/**
 * Every letter, in the order in which they were sent. One transaction on a connection of its own reads a
 * snapshot, and in WAL mode others can write meanwhile.
 * @param path of a database that is open elsewhere in this process
 * @param leftOut called with the number of damaged letters; without it the first one ends the export
 */
export async function* exportLetters(
  path: string,
  leftOut?: (letters: number) => void,
): AsyncGenerator<Letter> {
  try {
    using database = new DatabaseSync(path, { readOnly: true, timeout: 1000 });
    if (leftOut) acceptDamage(database);
    const letters = leftOut ? readableLetters(database, leftOut) : lettersOf(database);
    let count = 0;
    for (const letter of letters) {
      yield letter;
      count += 1;
      if (count % BATCH === 0) await nextTurn();
    }
  } catch (error) {
    throw isEngineError(error) ? unavailable(error) : error;
  }
}

/**
 * Reads along an index, of whose damage no seal tells: where it lacks a letter, or leads to another one, the
 * engine reads on, and a backup without that letter would replace the last good one.
 */
function* lettersOf(database: DatabaseSync): Generator<Letter, void> {
  database.exec('BEGIN');
  const { count } =
    database.prepare('SELECT count(*) AS count FROM letters NOT INDEXED').get() ?? {};
  const rows = database
    .prepare(`SELECT ${LETTER_COLUMNS} FROM letters ORDER BY ${SENT_PART}`)
    .iterate();
  let read = 0;
  let last: string | undefined;
  for (const row of rows) {
    const letter = letterOf(row);
    const sent = sentPart(letter.position);
    if (last !== undefined && sent <= last) throw new BrokenSeal();
    yield letter;
    read += 1;
    last = sent;
  }
  if (read !== count) throw new BrokenSeal();
}
