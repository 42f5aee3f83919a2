import { isCalendarDay } from './date.ts';
import {
  type FieldFaults,
  isBlank,
  type LetterField,
  type LetterText,
  MAX_LENGTH,
  normalizeText,
  TEXTS,
  textFault,
} from './letter.ts';
import { brokenSignatureRule, type KnownSignatures } from './signature.ts';

/*
 * The portal and the server validate a letter with this same function. It is written by hand, since Zod,
 * which validates everything else on the server, would be two fifths of the portal's bytes.
 */

interface LetterRules extends KnownSignatures {
  /** Today where the owner sits, as a calendar day: the date of a letter that names none. */
  today: string;
}

export type CheckedLetter = { ok: true; letter: LetterText } | { ok: false; fields: FieldFaults };

/** Checks what a person wrote, and fills in what may be left out. Never throws. */
export function checkLetter(input: unknown, rules: LetterRules): CheckedLetter {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { ok: false, fields: { content: 'A letter is an object with a title and content.' } };
  }
  const written = input as Partial<Record<LetterField, unknown>>;
  const title = readRequired('title', written.title);
  const content = readRequired('content', written.content);
  const signature = read('signature', written.signature);
  const date = readDay(written.date, rules.today);
  const hidden = written.hidden ?? false;

  const faults: Record<LetterField, string | null> = {
    title: title.fault,
    date: date.fault,
    content: content.fault,
    signature: signature.fault,
    hidden: typeof hidden === 'boolean' ? null : 'Hidden is either true or false.',
  };
  const found = Object.entries(faults).filter(([, fault]) => fault !== null);
  if (found.length > 0) return { ok: false, fields: Object.fromEntries(found) };

  if (brokenSignatureRule(signature.text, rules) !== null) {
    return { ok: false, fields: { signature: TEXTS.signature } };
  }
  return {
    ok: true,
    letter: {
      title: title.text,
      content: content.text,
      date: date.text,
      signature: isBlank(signature.text) ? rules.ownerName : signature.text,
      hidden: hidden === true,
    },
  };
}

/** NFC composes at most this many UTF-16 units into one character. */
const MAX_COMPOSED = 18;

interface ReadText {
  text: string;
  fault: string | null;
}

function read(field: keyof typeof MAX_LENGTH, value: unknown): ReadText {
  const raw = value ?? '';
  if (typeof raw !== 'string') return { text: '', fault: `The ${field} must be text.` };
  // A text that must be too long even when composed is not worth normalizing.
  const text = raw.length > MAX_LENGTH[field] * MAX_COMPOSED ? raw : normalizeText(raw);
  return { text, fault: textFault(field, text) };
}

function readRequired(field: 'title' | 'content', value: unknown): ReadText {
  const { text, fault } = read(field, value);
  return { text, fault: fault ?? (isBlank(text) ? TEXTS.required : null) };
}

function readDay(value: unknown, today: string): ReadText {
  const isLeftOut = value === undefined || value === null || value === '';
  const day = isLeftOut ? today : value;
  return isCalendarDay(day) ? { text: day, fault: null } : { text: '', fault: TEXTS.date };
}
