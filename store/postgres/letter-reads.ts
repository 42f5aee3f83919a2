import type { Letter } from '#core/letter.ts';
import { pageOf } from '#core/page-of.ts';
import { GREATEST } from '#core/position.ts';
import type { Letters } from '#core/store.ts';
import { foldSearch } from '../fold-text.ts';
import type { Session } from './database.ts';
import { BETWEEN, envelopeOf, LETTER_COLUMNS, letterOf, SUMMARY_COLUMNS } from './letter-row.ts';

const SELECT_LETTER = {
  name: 'letter',
  text: `SELECT ${LETTER_COLUMNS} FROM letters WHERE id = $1`,
};

const SELECT_ALL = {
  name: 'all-letters',
  text: `SELECT ${LETTER_COLUMNS} FROM letters
    WHERE position < $1 ORDER BY position DESC LIMIT $2`,
};

const SELECT_MATCHING = {
  name: 'matching-letters',
  text: `SELECT ${LETTER_COLUMNS} FROM letters
    WHERE position < $1
      AND NOT EXISTS (SELECT FROM unnest($3::text[]) AS sought WHERE strpos(folded, sought) = 0)
    ORDER BY position DESC LIMIT $2`,
};

export const SELECT_VISIBLE = {
  name: 'visible-letters',
  text: `SELECT ${SUMMARY_COLUMNS} FROM letters
    WHERE NOT hidden AND position < $1 ORDER BY position DESC LIMIT $2`,
};

const SELECT_LATER = {
  name: 'later-letter',
  text: `SELECT ${SUMMARY_COLUMNS} FROM letters
    WHERE NOT hidden AND position > $1 ORDER BY position LIMIT 1`,
};

/** Keyset pagination, without OFFSET or counts: the last page costs as much as the first. */
export function letterReads(
  session: Session,
): Pick<Letters, 'get' | 'listAll' | 'listVisible' | 'neighbours'> {
  return {
    get: (id) => findLetter(session, id),

    async listAll({ limit, after = GREATEST, search = [] }) {
      const impossible = search.some((sought) => !isKeepable(sought) || sought.includes(BETWEEN));
      if (impossible) return { items: [], next: null };
      const words = foldSearch(search);
      const rows =
        words.length === 0
          ? await session.run(SELECT_ALL, [after, limit + 1])
          : await session.run(SELECT_MATCHING, [after, limit + 1, words]);
      return pageOf(rows.map(letterOf), limit);
    },

    async listVisible({ limit, after = GREATEST }) {
      const rows = await session.run(SELECT_VISIBLE, [after, limit + 1]);
      return pageOf(rows.map(envelopeOf), limit);
    },

    async neighbours(position) {
      const [[earlier], [later]] = await Promise.all([
        session.run(SELECT_VISIBLE, [position, 1]),
        session.run(SELECT_LATER, [position]),
      ]);
      return {
        earlier: earlier ? envelopeOf(earlier) : null,
        later: later ? envelopeOf(later) : null,
      };
    },
  };
}

export async function findLetter(session: Session, id: string): Promise<Letter | null> {
  if (!isKeepable(id)) return null;
  const [row] = await session.run(SELECT_LETTER, [id]);
  return row ? letterOf(row) : null;
}

/** Whether the engine can store a text at all; if not, no row can match it. */
function isKeepable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
