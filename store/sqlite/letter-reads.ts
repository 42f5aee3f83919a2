import type { DatabaseSync } from 'node:sqlite';
import type { Letters } from '#core/store.ts';
import { foldText } from '../fold-text.ts';
import { pageOf, START } from '../page-of.ts';
import type { Connection } from './connection.ts';
import { LETTER_COLUMNS, letterOf, SUMMARY_COLUMNS, summaryOf } from './letter-row.ts';

export const SELECT_VISIBLE = `SELECT ${SUMMARY_COLUMNS} FROM letters
  WHERE hidden = 0 AND position < ? ORDER BY position DESC LIMIT ?`;

/** Lists go on from a position and never count or skip, so that the last page costs what the first does. */
export function letterReads(
  database: DatabaseSync,
  { read, requireWhole }: Connection,
): Pick<Letters, 'get' | 'listAll' | 'listVisible'> {
  database.function('fold', { deterministic: true }, (text) => foldText(String(text)));

  const select = database.prepare(`SELECT ${LETTER_COLUMNS} FROM letters WHERE id = ?`);
  const selectAll = database.prepare(
    `SELECT ${LETTER_COLUMNS} FROM letters WHERE position < ? ORDER BY position DESC LIMIT ?`,
  );
  const selectMatching = database.prepare(
    `SELECT ${LETTER_COLUMNS} FROM letters WHERE position < :after AND
     (instr(fold(title), :words) OR instr(fold(content), :words) OR instr(fold(signature), :words))
     ORDER BY position DESC LIMIT :limit`,
  );
  const selectVisible = database.prepare(SELECT_VISIBLE);

  return {
    async get(id) {
      const row = await read(() => select.get(id));
      if (row) return read(() => letterOf(row));
      // In what is damaged nobody can tell that a letter is not there.
      await requireWhole();
      return null;
    },

    listAll: ({ limit, after = START, search = '' }) =>
      read(() => {
        const words = foldText(search);
        const rows =
          words === ''
            ? selectAll.all(after, limit + 1)
            : selectMatching.all({ after, words, limit: limit + 1 });
        return pageOf(rows.map(letterOf), limit);
      }),

    listVisible: ({ limit, after = START }) =>
      read(() => pageOf(selectVisible.all(after, limit + 1).map(summaryOf), limit)),
  };
}
