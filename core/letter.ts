import { midnightUtc } from './date.ts';

/** A letter as it is kept. */
export interface Letter {
  id: string;
  title: string;
  content: string;
  signature: string;
  /** A calendar day; null when there is none; of an imported letter it may be any text. */
  date: string | null;
  hidden: boolean;
  /** Milliseconds since 1970; null when unknown. Sorts the list; set once. */
  createdAt: number | null;
  /** Milliseconds since 1970; null until the first update. */
  updatedAt: number | null;
  /** Counts the updates from 1, to tell when two people change the same letter. */
  version: number;
  /** Where the letter stands in the list; see position.ts. */
  position: string;
  /** How the letter was written in the file that it was imported from; see letter-origin.ts. */
  origin: string | null;
}

/** What an envelope shows. */
export type LetterHeading = Pick<Letter, 'id' | 'title' | 'date'>;

/** A letter as a list has it. */
export type LetterSummary = LetterHeading & Pick<Letter, 'position'>;

/** The fields that a person writes, in the order of the digests that are kept with idempotency keys. */
export const TEXT_FIELDS = ['title', 'date', 'content', 'signature', 'hidden'] as const;

/** These fields of a stored letter. The date of an imported one may be missing, or be any text. */
export type StoredText = Pick<Letter, (typeof TEXT_FIELDS)[number]>;

/** What a person writes. */
export type LetterText = StoredText & { date: string };

/** Whether two letters are equal in the fields that a person writes; other fields are ignored. */
export function isSameText(a: StoredText, b: StoredText): boolean {
  return TEXT_FIELDS.every((field) => a[field] === b[field]);
}

/** A letter to be stored; the store adds its position. */
export type NewLetter = LetterText & { id: string; createdAt: number };

export type LetterField = keyof LetterText;
export type FieldFaults = Partial<Record<LetterField, string>>;

/** In Unicode code points. Dates have a limit because an imported one may be any text. */
export const MAX_LENGTH = { title: 300, date: 300, content: 200_000, signature: 300 } as const;

export const TEXTS = {
  required: 'Please fill in title and content fields',
  signature: 'Signature is not right.',
  signatureAdvice:
    'Please enter a valid name or leave the field empty to use the default signature.',
  date: 'Please choose a real date, like 2026-11-20.',
} as const;

/** The control characters that a letter must not contain: all but newline and tab. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
export const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** Text as it is stored: in Unicode's composed form (NFC), with newlines alone instead of CRLF. */
export function normalizeText(text: string): string {
  return text.replaceAll('\r\n', '\n').normalize('NFC');
}

/** Text of another program, without the characters that cannot be stored. */
export function keepableText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(new RegExp(CONTROL_CHARACTERS, 'g'), '');
}

/** Whether a text is empty to the eye: only white space and invisible characters. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/** What is wrong with a text, in words for the person who wrote it, or null. */
export function textFault(field: keyof typeof MAX_LENGTH, text: string): string | null {
  const limit = MAX_LENGTH[field];
  // Not by isWellFormed(), which browsers of 2022 lack.
  if (/\p{Cs}/u.test(text)) return `The ${field} contains half a character (a lone surrogate).`;
  if (CONTROL_CHARACTERS.test(text)) {
    return `The ${field} contains a control character, which cannot be kept.`;
  }
  // A text is never longer in characters than in UTF-16 units, so most need no counting.
  const length = text.length > limit ? [...text].length : 0;
  if (length > limit) {
    const count = (value: number) => value.toLocaleString('en-US');
    return `The ${field} can have at most ${count(limit)} characters; this has ${count(length)}.`;
  }
  return null;
}

/** A letter that was just written, filed under midnight UTC of its day. */
export function newLetter(letter: LetterText, id: string): NewLetter {
  return { ...letter, id, createdAt: midnightUtc(letter.date) };
}

/** A letter after an update. Other fields that the text's object may have are ignored. */
export function updatedLetter(
  before: Letter,
  { title, content, signature, hidden, date }: LetterText,
  now: number,
): Letter {
  const words: LetterText = { title, content, signature, hidden, date };
  return { ...before, ...words, version: before.version + 1, updatedAt: now, origin: null };
}

/** A letter as it crosses the wire: the specification's fields, and its version. */
export function letterJson(letter: Letter) {
  return {
    id: letter.id,
    title: letter.title,
    date: letter.date,
    customDate: letter.date,
    content: letter.content,
    signature: letter.signature,
    hidden: letter.hidden,
    createdAt: letter.createdAt === null ? null : new Date(letter.createdAt).toISOString(),
    ...(letter.updatedAt === null ? {} : { updatedAt: new Date(letter.updatedAt).toISOString() }),
    version: letter.version,
  };
}

export type LetterJson = ReturnType<typeof letterJson>;
