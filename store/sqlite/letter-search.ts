import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Letter } from '#core/letter.ts';
import { foldText } from '../fold-text.ts';
import { START } from '../page-of.ts';
import type { Connection } from './connection.ts';
import { LETTER_COLUMNS, letterOf } from './letter-row.ts';
import { dayAfter, dayOf, type SearchIndex } from './search-index.ts';
import { queryFor } from './word-pieces.ts';

/** As many letters at most are looked at before others have their turn, or as many as are wanted. */
const AT_ONCE = 100;
/** Behind with more letters than this, the index is no help. */
const MOST_BEHIND = 1000;

/**
 * The index goes through its rows in this order by itself, from the given one on. A number that is
 * not an integer would make it begin at the newest.
 */
export const SELECT_INDEXED = `SELECT position FROM letter_words
  JOIN indexed_letters ON place = letter_words.rowid
  WHERE letter_words MATCH :query AND letter_words.rowid < CAST(:before AS INTEGER)
    AND NOT EXISTS (
      SELECT 1 FROM unindexed_letters WHERE letter_id = indexed_letters.letter_id)
  ORDER BY letter_words.rowid DESC`;

/** @param words folded, and not empty @param after a position, as of a list's page */
export type LetterSearch = (words: string, after: string, limit: number) => Promise<Letter[]>;

/**
 * Finds the letters whose words contain some words, newest first. The index tells where they may be,
 * and the letters themselves whether they are there. Others have their turn meanwhile.
 */
export function letterSearch(
  database: DatabaseSync,
  { read }: Connection,
  index: SearchIndex,
): LetterSearch {
  const select = database.prepare(`SELECT ${LETTER_COLUMNS} FROM letters WHERE position = ?`);
  const selectAll = database.prepare(
    'SELECT position FROM letters WHERE position < ? ORDER BY position DESC LIMIT ?',
  );
  const selectUnindexed = database.prepare(
    `SELECT position FROM unindexed_letters CROSS JOIN letters ON id = letter_id
     WHERE position < ?`,
  );
  let selectIndexed: StatementSync | undefined;

  /** The next letters after a position that may contain the words; fewer than `count` only at the end. */
  function candidates(query: string, after: string, count: number): string[] {
    if (index.behind(MOST_BEHIND) === MOST_BEHIND) {
      return selectAll.all(after, count).map(({ position }) => position as string);
    }
    const found = selectUnindexed.all(after).map(({ position }) => position as string);
    found.push(...indexed(query, after, count));
    return found.sort().reverse().slice(0, count);
  }

  /** At least as many as are wanted, if there are, and all of each day. */
  function indexed(query: string, after: string, count: number): string[] {
    const found: string[] = [];
    const before = after === START ? Number.MAX_SAFE_INTEGER : dayAfter(after);
    // Not before it is needed: where the index is damaged, the letters can be read all the same.
    selectIndexed ??= database.prepare(SELECT_INDEXED);
    for (const row of selectIndexed.iterate({ query, before })) {
      const position = row.position as string;
      const last = found.at(-1);
      if (found.length >= count && last && dayOf(position) < dayOf(last)) break;
      if (position < after) found.push(position);
    }
    return found;
  }

  function letterWith(words: string, position: string): Letter | null {
    const row = select.get(position);
    const fields = [row?.title, row?.content, row?.signature];
    const contains = fields.some((text) => foldText(String(text ?? '')).includes(words));
    return row && contains ? letterOf(row) : null;
  }

  /** Looks at the next letters until enough are found, and tells after which one to go on. */
  function look(words: string, query: string, after: string, count: number, wanted: number) {
    const positions = candidates(query, after, count);
    const letters: Letter[] = [];
    for (const position of positions) {
      const letter = letterWith(words, position);
      if (letter) letters.push(letter);
      if (letters.length === wanted) break;
    }
    return { letters, next: positions.length < count ? undefined : positions.at(-1) };
  }

  return async (words, after, limit) => {
    const query = queryFor(words);
    const found: Letter[] = [];
    let last: string | undefined = after;
    let count = limit;
    while (last !== undefined && found.length < limit) {
      const from: string = last;
      const { letters, next } = await read(() =>
        look(words, query, from, count, limit - found.length),
      );
      found.push(...letters);
      last = next;
      count = Math.max(limit, Math.min(2 * count, AT_ONCE));
      await breathe();
    }
    return found;
  };
}
