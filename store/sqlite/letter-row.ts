import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Letter, LetterSummary } from '#core/letter.ts';
import { BrokenSeal } from './engine-error.ts';
import { requireSeal, sealOf } from './seal.ts';

/** The one place where rows in snake_case and letters in camelCase meet. */

/**
 * What an envelope shows is read without the rest of the letter, and so it has a seal of its own. Both
 * lists are in the order of the seals, which are stored: with another column, the seals of all rows would be
 * wrong until a migration has made them anew, and from then on for instances of an earlier version.
 */
const OUTSIDE = ['id', 'position', 'title', 'date'];
const INSIDE = ['signature', 'hidden', 'created_at', 'updated_at', 'version', 'content', 'origin'];

export const SUMMARY_COLUMNS = [...OUTSIDE, 'envelope_seal'].join(', ');
export const LETTER_COLUMNS = [...OUTSIDE, ...INSIDE, 'envelope_seal', 'seal'].join(', ');

/** `sentPart` of a letter's position in SQL, in the very words of the index over it. */
export const SENT_PART = 'substr(position, 11)';

/** A row by its columns' names. */
export type Row = Record<string, SQLOutputValue>;

/** @throws {BrokenSeal} */
export function letterOf(row: Row): Letter {
  requireSeal(row.seal, row.envelope_seal as SQLOutputValue, ...valuesIn(row, INSIDE));
  return {
    ...envelopeOf(row),
    content: row.content as string,
    signature: row.signature as string,
    hidden: row.hidden === 1,
    createdAt: row.created_at as number | null,
    updatedAt: row.updated_at as number | null,
    version: row.version as number,
    origin: row.origin as string | null,
  };
}

/** @throws {BrokenSeal} */
export function envelopeOf(row: Row): LetterSummary {
  requireSeal(row.envelope_seal, ...valuesIn(row, OUTSIDE));
  // In a row that was overwritten with zeros, the engine reads no values, and the seals' default: none. The id
  // may be that of an index.
  if (row.title === null) throw new BrokenSeal();
  return {
    id: row.id as string,
    title: row.title as string,
    date: row.date as string | null,
    position: row.position as string,
  };
}

/**
 * A letter as the values of `LETTER_COLUMNS`, in their order: to bind thirteen by name took 10 µs more.
 */
export function valuesOf(letter: Letter): SQLInputValue[] {
  const row = {
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
  const [outside, inside] = [valuesIn(row, OUTSIDE), valuesIn(row, INSIDE)];
  const envelopeSeal = sealOf(...outside);
  return [...outside, ...inside, envelopeSeal, sealOf(envelopeSeal, ...inside)];
}

function valuesIn(row: Row, columns: string[]): SQLOutputValue[] {
  return columns.map((column) => row[column] as SQLOutputValue);
}
