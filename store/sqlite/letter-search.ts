import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Letter } from '#core/letter.ts';
import { foldText, hasAll } from '../fold-text.ts';
import type { Connection } from './connection.ts';
import { isDamage, isEngineError, isIndexDamage } from './engine-error.ts';
import { LETTER_COLUMNS, letterOf, type Row } from './letter-row.ts';
import { dayAfter, dayOf, type SearchIndex } from './search-index.ts';
import { queryFor } from './word-pieces.ts';

/** As many letters at most are looked at before others have their turn. */
const AT_ONCE = 200;
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

/** @param words folded; neither they nor the list of them are empty @param after a position, as of a list's page */
export type LetterSearch = (words: string[], after: string, limit: number) => Promise<Letter[]>;

/**
 * Finds the letters that contain each of some words, newest first. The index tells where they may be,
 * and the letters themselves whether they are there. Others have their turn meanwhile. Where the index
 * is damaged, all letters are looked at.
 * @param damaged is called when the index, and nothing else, was seen to be damaged
 */
export function letterSearch(
  database: DatabaseSync,
  { read, sawDamage }: Connection,
  index: SearchIndex,
  damaged: () => void,
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

  /**
   * The next letters after a position that may contain the words; fewer than `count` only at the end.
   * There may be more, which need not be asked for again when some do not contain them.
   */
  function candidates(query: string, after: string, count: number): string[] {
    try {
      if (index.behind(MOST_BEHIND) < MOST_BEHIND) return named(query, after, count);
    } catch (error) {
      if (isIndexDamage(error)) damaged();
      else if (isEngineError(error) && isDamage(error)) sawDamage(error);
      else throw error;
    }
    return positionsOf(selectAll.all(after, count));
  }

  function named(query: string, after: string, count: number): string[] {
    const found = indexed(query, after, count);
    const end = found.size < count ? '' : ([...found].sort()[0] ?? '');
    for (const position of positionsOf(selectUnindexed.all(after))) {
      if (position > end) found.add(position);
    }
    return [...found].sort().reverse().slice(0, Math.max(count, AT_ONCE));
  }

  /**
   * At least as many as are wanted, if there are, and all of each day. Where another program put a
   * letter into the place of another one, the index has the position twice.
   */
  function indexed(query: string, after: string, count: number): Set<string> {
    const found = new Set<string>();
    let last: string | undefined;
    // Not before it is needed: where the index is damaged, the letters can be read all the same.
    selectIndexed ??= database.prepare(SELECT_INDEXED);
    for (const row of selectIndexed.iterate({ query, before: dayAfter(after) })) {
      const position = row.position as string;
      if (found.size >= count && last && dayOf(position) < dayOf(last)) break;
      if (position >= after) continue;
      found.add(position);
      last = position;
    }
    return found;
  }

  function letterWith(words: string[], position: string): Letter | null {
    const row = select.get(position);
    if (row === undefined) return null;
    const fields = [row.title, row.content, row.signature].map((text) => foldText(String(text)));
    return hasAll(fields, words) ? letterOf(row) : null;
  }

  /** What other processes write between two statements would be missed, or found twice. */
  function atOneMoment<Result>(work: () => Result): Result {
    database.exec('BEGIN');
    try {
      return work();
    } finally {
      database.exec('COMMIT');
    }
  }

  /** Looks at the next letters until enough are found, and tells after which one to go on. */
  function look(words: string[], query: string, after: string, count: number, wanted: number) {
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
    let from = after;
    let count = limit;
    for (;;) {
      const { letters, next } = await read(() =>
        atOneMoment(() => look(words, query, from, count, limit - found.length)),
      );
      found.push(...letters);
      if (next === undefined || found.length === limit) return found;
      from = next;
      count = Math.max(limit, Math.min(2 * count, AT_ONCE));
      await breathe();
    }
  };
}

function positionsOf(rows: Row[]): string[] {
  return rows.map(({ position }) => position as string);
}
