import type { DatabaseSync } from 'node:sqlite';
import { pageOf } from '#core/page-of.ts';
import { GREATEST } from '#core/position.ts';
import type { Letters } from '#core/store.ts';
import { foldSearch } from '../fold-text.ts';
import type { Connection } from './connection.ts';
import { envelopeOf, LETTER_COLUMNS, letterOf, SUMMARY_COLUMNS } from './letter-row.ts';
import type { LetterSearch } from './letter-search.ts';

export const SELECT_VISIBLE = `SELECT ${SUMMARY_COLUMNS} FROM letters
  WHERE hidden = 0 AND position < ? ORDER BY position DESC LIMIT ?`;

const SELECT_LATER = `SELECT ${SUMMARY_COLUMNS} FROM letters
  WHERE hidden = 0 AND position > ? ORDER BY position LIMIT 1`;

/** Keyset pagination, without OFFSET or counts: the last page costs as much as the first. */
export function letterReads(
  database: DatabaseSync,
  { read, requireWhole }: Connection,
  search: LetterSearch,
): Pick<Letters, 'get' | 'listAll' | 'listVisible' | 'neighbours'> {
  const select = database.prepare(`SELECT ${LETTER_COLUMNS} FROM letters WHERE id = ?`);
  const selectAll = database.prepare(
    `SELECT ${LETTER_COLUMNS} FROM letters WHERE position < ? ORDER BY position DESC LIMIT ?`,
  );
  const selectVisible = database.prepare(SELECT_VISIBLE);
  const selectLater = database.prepare(SELECT_LATER);

  return {
    async get(id) {
      const row = await read(() => select.get(id));
      if (row) return read(() => letterOf(row));
      // In a damaged database a missing row does not mean that there is no letter.
      await requireWhole();
      return null;
    },

    async listAll({ limit, after = GREATEST, search: sought = [] }) {
      const words = foldSearch(sought);
      const letters =
        words.length === 0
          ? await read(() => selectAll.all(after, limit + 1).map(letterOf))
          : await search(words, after, limit + 1);
      return pageOf(letters, limit);
    },

    listVisible: ({ limit, after = GREATEST }) =>
      read(() => pageOf(selectVisible.all(after, limit + 1).map(envelopeOf), limit)),

    neighbours: (position) =>
      read(() => {
        const earlier = selectVisible.get(position, 1);
        const later = selectLater.get(position);
        return {
          earlier: earlier ? envelopeOf(earlier) : null,
          later: later ? envelopeOf(later) : null,
        };
      }),
  };
}
