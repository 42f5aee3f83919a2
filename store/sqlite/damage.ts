import type { DatabaseSync } from 'node:sqlite';
import { isDamage } from './engine-error.ts';
import { LETTER_COLUMNS, letterOf } from './letter-row.ts';
import { RECORD_COLUMNS, recordOf } from './sqlite-records.ts';

/** How messages about the search index begin. A damaged index is rebuilt, and does not count. */
const OF_THE_INDEX = /^fts5: /;

/**
 * Whether anything in a database is damaged: its structure, by the engine's own check, and every letter
 * and record, by their seals. Reads all of it, synchronously. Ignores the search index, which no letter
 * depends on.
 * See https://www.sqlite.org/pragma.html#pragma_integrity_check
 */
export function isDatabaseDamaged(database: DatabaseSync): boolean {
  try {
    // Two messages: at most one is about the search index, so a second one is about something else.
    const said = database.prepare('PRAGMA integrity_check(2)').all();
    const words = said.map((row) => String(row.integrity_check));
    if (words.some((word) => word !== 'ok' && !OF_THE_INDEX.test(word))) return true;
    for (const letter of database.prepare(`SELECT ${LETTER_COLUMNS} FROM letters`).iterate()) {
      letterOf(letter);
    }
    for (const record of database.prepare(`SELECT ${RECORD_COLUMNS} FROM records`).iterate()) {
      recordOf(record);
    }
    return false;
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  }
}
