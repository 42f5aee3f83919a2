import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Letter } from '#core/letter.ts';
import { isEngineError, unavailable } from './engine-error.ts';
import { LETTER_COLUMNS, letterOf } from './letter-row.ts';
import { readableLetters } from './letter-salvage.ts';
import { acceptDamage } from './open-database.ts';

/** How many letters are read before the event loop gets a turn. */
const BATCH = 50;

/**
 * Every letter, in the order in which they were sent. One statement on a connection of its own reads a
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

function* lettersOf(database: DatabaseSync): Generator<Letter, void> {
  const rows = database
    .prepare(`SELECT ${LETTER_COLUMNS} FROM letters ORDER BY substr(position, 11)`)
    .iterate();
  for (const row of rows) yield letterOf(row);
}
