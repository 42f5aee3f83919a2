import type { SQLOutputValue } from 'node:sqlite';
import type { Letter, LetterSummary } from '#core/letter.ts';

/** The one place where rows in snake_case and letters in camelCase meet. */

export const LETTER_COLUMNS =
  'id, position, title, date, signature, hidden, created_at, updated_at, version, content, origin';

export const SUMMARY_COLUMNS = 'id, position, title, date';

type Row = Record<string, SQLOutputValue>;

export function letterOf(row: Row): Letter {
  return {
    ...summaryOf(row),
    content: row.content as string,
    signature: row.signature as string,
    hidden: row.hidden === 1,
    createdAt: row.created_at as number | null,
    updatedAt: row.updated_at as number | null,
    version: row.version as number,
    origin: row.origin as string | null,
  };
}

export function summaryOf(row: Row): LetterSummary {
  return {
    id: row.id as string,
    title: row.title as string,
    date: row.date as string | null,
    position: row.position as string,
  };
}

/** A letter as the named parameters of a statement that sets all of `LETTER_COLUMNS`. */
export function parametersOf(letter: Letter) {
  return {
    id: letter.id,
    position: letter.position,
    title: letter.title,
    date: letter.date,
    signature: letter.signature,
    hidden: letter.hidden ? 1 : 0,
    created_at: letter.createdAt,
    updated_at: letter.updatedAt,
    version: letter.version,
    content: letter.content,
    origin: letter.origin,
  };
}
