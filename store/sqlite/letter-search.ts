import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Letter } from '#core/letter.ts';
import { dayNumberOf } from '#core/position.ts';
import { foldText, hasAll } from '../fold-text.ts';
import type { Connection } from './connection.ts';
import { isDamage, isIndexDamage } from './engine-error.ts';
import { LETTER_COLUMNS, letterOf, type Row } from './letter-row.ts';
import { firstPlaceAfter, type SearchIndex } from './search-index.ts';
import { queryFor } from './word-pieces.ts';

/** How many letters at most are checked before the event loop gets a turn. */
const AT_ONCE = 200;
/** With more unindexed letters than this, the index is not used. */
const MAX_UNINDEXED = 1000;

/**
 * FTS5 reads rows by descending rowid without sorting, from the given one on: only if that is an
 * integer, hence the CAST.
 */
export const SELECT_INDEXED = `SELECT position FROM letter_words
  JOIN indexed_letters ON place = letter_words.rowid
  WHERE letter_words MATCH :query AND letter_words.rowid < CAST(:before AS INTEGER)
    AND NOT EXISTS (
      SELECT 1 FROM unindexed_letters WHERE letter_id = indexed_letters.letter_id)
  ORDER BY letter_words.rowid DESC`;

/**
 * @param words folded; neither they nor the list of them are empty
 * @param after a position, as for a page of a list
 */
export type LetterSearch = (words: string[], after: string, limit: number) => Promise<Letter[]>;

/**
 * Finds the letters that contain each of some words, newest first. The index yields candidates, whose
 * texts are then checked, in batches between which the event loop gets a turn. Where the index is
 * damaged, all letters are checked.
 * @param damaged called when the index, and nothing else, was seen to be damaged
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
   * The positions of the next candidates after a position; fewer than `count` only at the end. There may
   * be more, which saves a query when some of them do not match.
   */
  function candidates(query: string, after: string, count: number): string[] {
    try {
      if (index.pending(MAX_UNINDEXED) < MAX_UNINDEXED) return named(query, after, count);
    } catch (error) {
      if (isIndexDamage(error)) damaged();
      else if (isDamage(error)) sawDamage(error);
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
   * At least `count` indexed candidates, if there are, and all of each day, since the index orders by day
   * only. A set, because another program may have given a position to another letter, which is indexed
   * twice then.
   */
  function indexed(query: string, after: string, count: number): Set<string> {
    const found = new Set<string>();
    let last: string | undefined;
    // Prepared when needed: with a damaged index this throws, and letters must be readable all the same.
    selectIndexed ??= database.prepare(SELECT_INDEXED);
    for (const row of selectIndexed.iterate({ query, before: firstPlaceAfter(after) })) {
      const position = row.position as string;
      if (found.size >= count && last && dayNumberOf(position) < dayNumberOf(last)) break;
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

  /** In one read transaction, so that nothing another process writes or indexes meanwhile is missed, or found twice. */
  function atOneMoment<Result>(work: () => Result): Result {
    database.exec('BEGIN');
    try {
      return work();
    } finally {
      // The engine has ended it after some errors, as where the disk fails. Not COMMIT, which fails after damage
      // was read, and with it the search that goes on without the index.
      if (database.isTransaction) database.exec('ROLLBACK');
    }
  }

  /** Checks the next candidates until enough match, and returns after which one to go on. */
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
      await nextTurn();
    }
  };
}

function positionsOf(rows: Row[]): string[] {
  return rows.map(({ position }) => position as string);
}
