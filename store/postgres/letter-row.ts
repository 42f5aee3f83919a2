import type { Letter, LetterSummary } from '#core/letter.ts';
import { foldText } from '../fold-text.ts';
import type { Row } from './database.ts';

/** The one place where rows in snake_case and letters in camelCase meet. */

export const LETTER_COLUMNS =
  'id, position, title, date, signature, hidden, created_at, updated_at, version, content, origin';

export const SUMMARY_COLUMNS = 'id, position, title, date';

/** `sentPart` of a letter's position in SQL, in the very words of the index over it. */
export const SENT_PART = 'substr(position, 11)';

export function letterOf(row: Row): Letter {
  return {
    ...envelopeOf(row),
    content: row.content as string,
    signature: row.signature as string,
    hidden: row.hidden as boolean,
    createdAt: row.created_at as number | null,
    updatedAt: row.updated_at as number | null,
    version: row.version as number,
    origin: row.origin as string | null,
  };
}

export function envelopeOf(row: Row): LetterSummary {
  return {
    id: row.id as string,
    title: row.title as string,
    date: row.date as string | null,
    position: row.position as string,
  };
}

/** Separates a letter's folded texts, which cannot contain it. */
export const BETWEEN = '\u0001';

/** What `INSERT_LETTERS` and `REPLACE_LETTER` write, in the order of `WRITTEN`. */
export function valuesOf(letter: Letter): unknown[] {
  const { title, content, signature } = letter;
  return [
    letter.id,
    letter.position,
    title,
    letter.date,
    signature,
    letter.hidden,
    letter.createdAt,
    letter.updatedAt,
    letter.version,
    content,
    letter.origin,
    foldText([title, content, signature].join(BETWEEN)),
  ];
}

const WRITTEN = `${LETTER_COLUMNS}, folded`;
const TYPES = 'text text text text text boolean bigint bigint bigint text text text'.split(' ');

/** Takes an array for each column. */
export const INSERT_LETTERS = {
  name: 'insert-letters',
  text: `INSERT INTO letters (${WRITTEN})
    SELECT * FROM unnest(${TYPES.map((type, at) => `$${at + 1}::${type}[]`).join(', ')})`,
};

export function insertedValues(letters: Letter[]): unknown[][] {
  const rows = letters.map(valuesOf);
  return TYPES.map((_, column) => rows.map((row) => row[column]));
}

export const REPLACE_LETTER = {
  name: 'replace-letter',
  text: `UPDATE letters SET (${WRITTEN}) =
    (${TYPES.map((type, at) => `$${at + 1}::${type}`).join(', ')}) WHERE id = $1`,
};
