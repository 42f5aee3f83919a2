import { z } from 'zod';
import type { Letter } from './letter.ts';
import type { ImportedLetter } from './store.ts';

/**
 * Exporting imported letters gives the same file again. For that, a letter's `origin` lists the keys of
 * the record that it was imported from, in their order, each with its value where `export` would write
 * another. Editing a letter removes its origin.
 */

const origin = z.array(z.tuple([z.string()]).or(z.tuple([z.string(), z.unknown()])));
type Origin = z.infer<typeof origin>;

declare global {
  /** Of ECMAScript 2026, which TypeScript does not know yet. */
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, at: { source: string }) => unknown,
    ): unknown;
    rawJSON(text: string): unknown;
  }
}

/** Many digits, as in the ids that some programs write as numbers. */
const LONG_NUMBER = /\d{16}/;

/** Parses JSON. Numbers that would be rounded become what `JSON.stringify` writes with the same digits again. */
export function parseExactly(text: string): unknown {
  // Asking about each value takes several times as long.
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && String(value) !== source
      ? JSON.rawJSON(source)
      : value,
  );
}

/** The origin of a letter that was read from a record; null when `export` would write the same record. */
export function originOf(raw: Record<string, unknown>, letter: Exported): string | null {
  const canonical: Record<string, unknown> = canonicalRecord(letter);
  if (JSON.stringify(raw) === JSON.stringify(canonical)) return null;
  const entries: Origin = Object.entries(raw).map(([key, value]) =>
    JSON.stringify(value) === JSON.stringify(canonical[key]) ? [key] : [key, value],
  );
  return JSON.stringify(entries);
}

/** How deep a record may be nested: its unknown fields are kept, and may come from any program. */
const DEEPEST = 100;

export function isTooDeep(value: unknown, levels = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

/** Whether a text is an origin, from which `export` can write a record. */
export function isOrigin(text: string): boolean {
  try {
    const read = origin.safeParse(JSON.parse(text));
    return read.success && !read.data.some(([, value]) => isTooDeep(value));
  } catch {
    return false;
  }
}

/** A letter as `export` writes it: as it was in the file that it came from, unless it was edited since. */
export function exportedRecord(letter: Letter): Record<string, unknown> {
  const canonical: Record<string, unknown> = canonicalRecord(letter);
  if (letter.origin === null) return canonical;
  const entries = parseExactly(letter.origin) as Origin;
  return Object.fromEntries(
    entries.map((entry) => [entry[0], entry.length === 2 ? entry[1] : canonical[entry[0]]]),
  );
}

type Exported = Omit<ImportedLetter, 'origin'>;

function canonicalRecord(letter: Exported) {
  const { id, title, date, content, signature, hidden, createdAt, updatedAt } = letter;
  return {
    id,
    title,
    ...(date === null ? {} : { date, customDate: date }),
    content,
    signature,
    hidden,
    ...(createdAt === null ? {} : { createdAt: timestamp(createdAt) }),
    ...(updatedAt === null ? {} : { updatedAt: timestamp(updatedAt) }),
  };
}

function timestamp(instant: number) {
  const seconds = Math.floor(instant / 1000);
  return { seconds, nanoseconds: (instant - seconds * 1000) * 1_000_000 };
}
