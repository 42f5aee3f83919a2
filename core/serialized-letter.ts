import { z } from 'zod';
import { dayOf } from './date.ts';
import type { Letter } from './letter.ts';
import { isLetterId } from './letter-id.ts';
import { isOrigin } from './letter-origin.ts';
import { isPosition, LATEST_SENT, sentAtOf } from './position.ts';

/**
 * A letter as canonical JSON with all its fields, as backups have it: two letters are equal exactly
 * when their JSON is.
 *
 * It is validated only as far as every store can keep it and the site can show it. The rules for
 * writing letters do not apply: an imported letter that breaks them must be restorable, too.
 */

const error = (message: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? 'is missing.' : message;

const text = z
  .string({ error: error('must be text.') })
  .refine((value) => value.isWellFormed() && !value.includes('\0'), {
    error: 'is text that cannot be kept.',
  });

const instant = z
  .number({ error: error('must be a number of milliseconds, or null.') })
  .refine((value) => Number.isSafeInteger(value) && dayOf(value) !== null, {
    error: 'is not an instant in the years 1 to 9999.',
  })
  .nullable();

/** Later edits are counted on from this number, which has to stay exact. */
const GREATEST_VERSION = 9e14;

const serializedLetter = z.strictObject(
  {
    id: text.refine(isLetterId, { error: 'must be 1 to 128 letters, digits, "-" or "_".' }),
    position: text.refine((value) => isPosition(value) && sentAtOf(value) <= LATEST_SENT, {
      error: 'is not a place in the list.',
    }),
    version: z
      .number({ error: error('must be a number.') })
      .refine((value) => Number.isInteger(value) && value >= 1 && value <= GREATEST_VERSION, {
        error: 'must be a whole number from 1, and no greater than edits make it.',
      }),
    title: text,
    date: text.nullable(),
    content: text,
    signature: text,
    hidden: z.boolean({ error: error('must be true or false.') }),
    createdAt: instant,
    updatedAt: instant,
    origin: text.refine(isOrigin, { error: 'does not describe a record.' }).nullable(),
  },
  {
    // Zod's own messages would quote the file.
    error: ({ code }) =>
      code === 'unrecognized_keys' ? 'has a field that is not known.' : 'must be an object.',
  },
) satisfies z.ZodType<Letter>;

/** In the order in which a text has them. */
const FIELDS = Object.keys(serializedLetter.shape);

export function serializeLetter(letter: Letter): string {
  return JSON.stringify(letter, FIELDS);
}

type ParsedLetter =
  | { ok: true; letter: Letter }
  /** `field` is null when the letter as a whole is wrong; `fault` says how, and quotes nothing of it. */
  | { ok: false; field: string | null; fault: string };

/** Validates a value that was parsed from JSON. Never throws. */
export function parseSerializedLetter(value: unknown): ParsedLetter {
  const parsed = serializedLetter.safeParse(value);
  if (parsed.success) return { ok: true, letter: parsed.data };
  const [issue] = parsed.error.issues;
  const [field] = issue?.path ?? [];
  return {
    ok: false,
    field: field === undefined ? null : String(field),
    fault: issue?.message ?? 'cannot be read.',
  };
}
