import { z } from 'zod';
import { chosenDate, midnightUtc, readDate, readInstant } from './date.ts';
import { isBlank, type Letter, normalizeText, textFault } from './letter.ts';
import { isLetterId } from './letter-id.ts';
import { exportedRecord, isTooDeep, originOf, parseExactly } from './letter-origin.ts';
import type { ImportedLetter } from './store.ts';

/**
 * The file that `import` reads and `export` writes: a JSON array of letters as a hosted document
 * database gives them back, dates in any of their forms. A letter has an id, a title and content; any
 * other field may be missing.
 */

/** The letters of a file, or its faults: each with its place, like `Letter 3, date: ...`, quoting nothing. */
export type LetterFile = { ok: true; letters: ImportedLetter[] } | { ok: false; faults: string[] };

const required = z.string({
  error: (issue) => (issue.input == null ? 'is missing.' : 'must be text.'),
});

const storedAs =
  (field: 'title' | 'content' | 'signature') => (raw: string, context: z.RefinementCtx) => {
    const text = normalizeText(raw);
    const isEmpty = field !== 'signature' && isBlank(text);
    const fault = isEmpty ? 'is empty.' : textFault(field, text);
    if (fault) context.addIssue(fault);
    return text;
  };

const date = z
  .unknown()
  .optional()
  .transform((raw, context) => {
    const { value: day, isReadable } = readDate(raw);
    if (!isReadable) context.addIssue('is neither a date nor text.');
    if (day !== null) {
      // Text that is no date is kept as it is, so it must be text that can be kept.
      const fault = textFault('date', day);
      if (fault) context.addIssue('is text that cannot be kept.');
    }
    return day;
  });

const instant = z
  .unknown()
  .optional()
  .transform((raw, context) => {
    const { value, isReadable } = readInstant(raw);
    if (!isReadable) context.addIssue('is not a date in any known form.');
    return value;
  });

const record = z.object(
  {
    id: required.refine(isLetterId, { error: 'must be 1 to 128 letters, digits, "-" or "_".' }),
    title: required.transform(storedAs('title')),
    content: required.transform(storedAs('content')),
    signature: z.string({ error: 'must be text.' }).transform(storedAs('signature')).nullish(),
    hidden: z.boolean({ error: 'must be true or false.' }).nullish(),
    date,
    customDate: date,
    createdAt: instant,
    updatedAt: instant,
  },
  { error: 'must be an object.' },
);

/** A byte order mark, and the lines that `npm run` prints before what was redirected into the file. */
const BEFORE_THE_LIST = /^(?:\s*> .*\n)*\s*/;

/** Whether a file begins as a JSON list, and so is probably meant as a file of letters. */
export function beginsAsList(beginning: string): boolean {
  return beginning.replace(BEFORE_THE_LIST, '').startsWith('[');
}

/**
 * Reads a file of letters, whole or not at all.
 * @param ownerName the signature of a letter that has none
 */
export function readLetterFile(text: string, ownerName: string): LetterFile {
  let records: unknown;
  try {
    // Replaced by spaces, so that the parser counts the same lines as an editor.
    const list = text.replace(BEFORE_THE_LIST, (before) => before.replaceAll(/[^\n]/g, ' '));
    records = parseExactly(list);
  } catch (error) {
    const where = /line \d+ column \d+/.exec((error as Error).message)?.[0];
    return { ok: false, faults: [whyNotJson(text, where)] };
  }
  if (!Array.isArray(records))
    return { ok: false, faults: ['The file must be a list of letters, as `export` writes it.'] };

  const faults: string[] = [];
  const letters: ImportedLetter[] = [];
  const places = new Map<string, number>();
  for (const [index, raw] of records.entries()) {
    const place = index + 1;
    if (isTooDeep(raw)) {
      faults.push(`Letter ${place} is nested too deeply.`);
      continue;
    }
    const parsed = record.safeParse(raw);
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) {
        faults.push(`Letter ${place}${path.length ? `, ${path.join('.')}:` : ''} ${message}`);
      }
      continue;
    }
    if (JSON.stringify(raw).length > LARGEST) {
      faults.push(
        `Letter ${place} has more than 8 MB besides its words: take that out of the file.`,
      );
    }
    const earlier = places.get(parsed.data.id);
    if (earlier) faults.push(`Letter ${place}, id: is the same as letter ${earlier}'s.`);
    places.set(parsed.data.id, place);
    letters.push(imported(parsed.data, raw as Record<string, unknown>, ownerName));
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, letters };
}

/** @param where the parser came to a stop, if it says so */
function whyNotJson(text: string, where: string | undefined): string {
  if (text.trim() === '') return 'The file is empty.';
  return beginsAsList(text)
    ? `The file is not JSON${where ? ` (see ${where})` : ''}: it may have been changed by hand, or cut off.`
    : 'The file is not JSON: it must be a list of letters, as `export` writes it.';
}

/**
 * Characters of a record. All of it is kept, is read whenever the letter is, and has to fit into a line of a
 * backup. A document of a hosted database has at most a million bytes, which may be several times as many
 * characters of JSON.
 */
const LARGEST = 8_000_000;

function imported(
  fields: z.infer<typeof record>,
  raw: Record<string, unknown>,
  ownerName: string,
): ImportedLetter {
  const day = chosenDate(fields.customDate, fields.date);
  const filed = day === null ? Number.NaN : midnightUtc(day);
  const signature = fields.signature ?? '';
  const letter = {
    id: fields.id,
    title: fields.title,
    content: fields.content,
    signature: isBlank(signature) ? ownerName : signature,
    date: day,
    hidden: fields.hidden ?? false,
    createdAt: fields.createdAt ?? (Number.isNaN(filed) ? null : filed),
    updatedAt: fields.updatedAt,
  };
  return { ...letter, origin: originOf(raw, letter) };
}

/** The keys that a letter has in every file, whichever program wrote it. */
const NEVER_MISSING = ['id', 'title', 'content'];

/**
 * Whether a file may be a file of letters. Stricter than `beginsAsList`: many other files are lists.
 * @param beginning long enough for a whole letter
 */
export function beginsAsLetterFile(beginning: string): boolean {
  const list = beginning.replace(BEFORE_THE_LIST, '');
  if (/^\[\s*\]\s*$/.test(list)) return true;
  const has = (key: string) => new RegExp(`"${key}"\\s*:`).test(list);
  return /^\[\s*\{/.test(list) && NEVER_MISSING.every(has);
}

/** Writes letters as a file that `readLetterFile` reads, piece by piece. */
export async function* writeLetterFile(letters: AsyncIterable<Letter>): AsyncGenerator<string> {
  let first = true;
  for await (const letter of letters) {
    const json = JSON.stringify([exportedRecord(letter)], null, 1).slice(2, -2);
    yield `${first ? '[\n' : ',\n'}${json}`;
    first = false;
  }
  yield first ? '[]' : '\n]';
}
