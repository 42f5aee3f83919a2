import type { Client } from 'pg';
import type { Letter } from '#core/letter.ts';
import type { Connections } from './connections.ts';
import { LIFT_LIMITS } from './database.ts';
import { unavailable } from './engine-error.ts';
import { LETTER_COLUMNS, letterOf, SENT_PART } from './letter-row.ts';

/** How many letters are in memory at a time; one can take nearly a megabyte. */
const BATCH = 20;

/** One snapshot for all statements, without limits, however long the reader takes. */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  ${LIFT_LIMITS};
  DECLARE letters_sent NO SCROLL CURSOR FOR
    SELECT ${LETTER_COLUMNS} FROM letters ORDER BY ${SENT_PART}`;

/** Every letter, in the order in which they were sent, on a connection of its own. */
export async function* exportLetters(connections: Connections): AsyncGenerator<Letter> {
  let client: Client | undefined;
  try {
    client = connections.client();
    await client.connect();
    await client.query(BEGIN);
    for (;;) {
      const { rows } = await client.query(`FETCH ${BATCH} FROM letters_sent`);
      for (const row of rows) yield letterOf(row);
      if (rows.length < BATCH) return;
    }
  } catch (error) {
    // Only the engine's errors end up here: a reader's own errors do not pass through a generator.
    throw unavailable(error);
  } finally {
    if (client) connections.end(client);
  }
}
