import type { DatabaseSync } from 'node:sqlite';
import { dayNumberOf } from '#core/position.ts';
import { foldText } from '../fold-text.ts';
import type { Row } from './letter-row.ts';
import { piecesOf } from './word-pieces.ts';

/** How many rowids each day has; every rowid is a safe integer. */
const PLACES_A_DAY = 2 ** 20;

/**
 * The first rowid of a position's day. A whole position has more bits than a rowid, so the index orders
 * by day only, and the letters of one day have to be sorted.
 */
function firstPlaceOf(position: string): number {
  return dayNumberOf(position) * PLACES_A_DAY;
}

/** The first rowid of the day after a position's. */
export function firstPlaceAfter(position: string): number {
  return firstPlaceOf(position) + PLACES_A_DAY;
}

/**
 * The version of what is indexed. It rises with a migration that has all letters indexed anew, and that
 * constrains the table to it: an older version of the site that still runs can then index nothing.
 */
const EDITION = 8;

/** How much is indexed in one transaction: so many letters, or so many characters before the last letter. */
const PIECE = { letters: 16, characters: 16_000 };

/** How much is merged at a time, in pages of the index, of 1 kB each. */
const PAGES = 128;

/**
 * From this row on, `letter_words_data` holds which letters were removed (tombstones): their words stay in
 * the index until it is merged. See `FTS5_TOMBSTONE_ROWID` in the engine's source.
 */
const FIRST_TOMBSTONE = 2n ** 53n;
/** Up to so many pages, of 1 kB each, the whole index is merged for the sake of one letter that was deleted. */
const SMALL = 8000;

/** `delete-all` first: deleting rows one by one needs an undamaged index. */
const CLEAR = `INSERT INTO letter_words (letter_words) VALUES ('delete-all');
  DELETE FROM indexed_letters;
  INSERT INTO unindexed_letters SELECT id FROM letters WHERE id NOT IN unindexed_letters`;

export interface SearchIndex {
  /** How many letters are not indexed yet, counted up to a limit. */
  pending(limit: number): number;
  /** Indexes some of them. To be called in a transaction. */
  indexSome(): void;
  /**
   * Whether the whole index has to be merged, because words that no letter has any more are still in it, and it is
   * small enough for that: with 100,000 letters 0.7 GB would be written to remove the words of one.
   */
  wantsWholeMerge(): boolean;
  /**
   * Merges some of the b-tree segments that indexing creates, each of which a search has to read. To be
   * called in a transaction.
   * @param whole merges all into one; else only those of the same size
   * @returns whether there is more to do
   */
  merge(whole: boolean): boolean;
  /** Empties the index, damaged or not, and marks every letter as not indexed. To be called in a transaction. */
  clear(): void;
}

export function searchIndex(database: DatabaseSync): SearchIndex {
  let prepared: ReturnType<typeof statementsOn> | undefined;
  let isMerging = false;
  // Prepared when needed: with a damaged index this throws, and letters must be readable all the same.
  const statements = () => (prepared ??= statementsOn(database));

  return {
    pending: (limit) => Number(statements().countPending.get(limit)?.count),
    indexSome() {
      const { selectPending, forget, selectLast, addPlace, addWords, done } = statements();
      const piece = pieceOf(selectPending.iterate() as Iterable<Row> as Iterable<Unindexed>);
      for (const { letter_id } of piece) forget.run(letter_id);
      for (const { letter_id, position, title, content, signature } of piece) {
        if (position === null) continue;
        const first = firstPlaceOf(position);
        const last = selectLast.get(first, first + PLACES_A_DAY)?.last as number | null;
        const place = last === null ? first : last + 1;
        addPlace.run(place, letter_id, position);
        addWords.run(place, piecesOf(foldText(`${title}\n${content}\n${signature}`)).join(' '));
      }
      for (const { letter_id } of piece) done.run(letter_id);
    },
    wantsWholeMerge: () => statements().selectTombstone.get() !== undefined,
    merge(whole) {
      const { totalChanges, merge } = statements();
      const before = Number(totalChanges.get()?.count);
      // A negative number begins with all parts, a positive one goes on. Less than two changes mean
      // that nothing was left to do: https://www.sqlite.org/fts5.html#the_merge_command
      merge.run(whole && !isMerging ? -PAGES : PAGES);
      isMerging = Number(totalChanges.get()?.count) - before >= 2;
      return isMerging;
    },
    clear() {
      database.exec(CLEAR);
      isMerging = false;
    },
  };
}

function statementsOn(database: DatabaseSync) {
  return {
    countPending: database.prepare(
      'SELECT count(*) AS count FROM (SELECT 1 FROM unindexed_letters LIMIT ?)',
    ),
    selectPending: database.prepare(
      `SELECT letter_id, position, title, content, signature
       FROM unindexed_letters LEFT JOIN letters ON id = letter_id LIMIT ${PIECE.letters}`,
    ),
    forget: database.prepare('DELETE FROM indexed_letters WHERE letter_id = ?'),
    selectLast: database.prepare(
      'SELECT max(place) AS last FROM indexed_letters WHERE place >= ? AND place < ?',
    ),
    addPlace: database.prepare(`INSERT INTO indexed_letters VALUES (?, ?, ?, ${EDITION})`),
    addWords: database.prepare('INSERT INTO letter_words (rowid, pieces) VALUES (?, ?)'),
    done: database.prepare('DELETE FROM unindexed_letters WHERE letter_id = ?'),
    merge: database.prepare("INSERT INTO letter_words (letter_words, rank) VALUES ('merge', ?)"),
    selectTombstone: database.prepare(
      `SELECT 1 FROM letter_words_data WHERE id >= ${FIRST_TOMBSTONE}
       AND (SELECT count(*) FROM (SELECT 1 FROM letter_words_data LIMIT ${SMALL} + 1)) <= ${SMALL} LIMIT 1`,
    ),
    totalChanges: database.prepare('SELECT total_changes() AS count'),
  };
}

function pieceOf(rows: Iterable<Unindexed>): Unindexed[] {
  const piece: Unindexed[] = [];
  let characters = 0;
  for (const row of rows) {
    piece.push(row);
    characters += row.content?.length ?? 0;
    if (characters > PIECE.characters) break;
  }
  // Sorted, because FTS5 flushes its buffer whenever a rowid is lower than the one before.
  return piece.sort((a, b) => ((a.position ?? '') < (b.position ?? '') ? -1 : 1));
}

interface Unindexed {
  letter_id: string;
  /** Null, like the fields below, when the letter is gone. */
  position: string | null;
  title: string | null;
  content: string | null;
  signature: string | null;
}
