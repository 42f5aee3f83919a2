import type { DatabaseSync } from 'node:sqlite';
import { isDamage } from './engine-error.ts';
import { LETTER_COLUMNS, letterOf } from './letter-row.ts';
import { RECORD_COLUMNS, recordOf } from './sqlite-records.ts';

/**
 * Whether anything in a database is damaged: its structure, which the engine can check, and every
 * letter and record, by their seals. Reads all of it, in one piece.
 * See https://www.sqlite.org/pragma.html#pragma_integrity_check
 */
export function isDatabaseDamaged(database: DatabaseSync): boolean {
  try {
    const [row] = database.prepare('PRAGMA integrity_check(1)').all();
    if (row?.integrity_check !== 'ok') return true;
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
