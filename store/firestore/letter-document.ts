import { hash } from 'node:crypto';
import { type DocumentSnapshot, Timestamp } from '@google-cloud/firestore';
import { chosenDate, midnightUtc, readDate, readInstant } from '#core/date.ts';
import { keepableText, type Letter, type LetterSummary } from '#core/letter.ts';
import { isLetterId } from '#core/letter-id.ts';
import { originOf } from '#core/letter-origin.ts';
import { createdAtOf, isPosition, positionOf, sentPart } from '#core/position.ts';
import { recordOf } from './foreign-record.ts';

/** The one place where documents and letters meet. */

/** The fields of an envelope, and those that tell whether it may be shown. */
export const SUMMARY_FIELDS = ['title', 'date', 'customDate', 'hidden', 'position'];

/** The fields that we add to a letter's own. The last exists only for letters from a file. */
const OURS = ['position', 'sent', 'visiblePosition', 'version', 'digest', 'origin'];

type Fields = Record<string, unknown>;

/** A letter's document, whoever wrote it. */
export interface Reading {
  letter: Letter;
  /** Whether our added fields exist and match the letter; not so when others wrote it. */
  settled: boolean;
  /** Whether the letter has a position of ours; otherwise `letter.position` is made up. */
  placed: boolean;
  /** Whether the readers' list has it. */
  listed: boolean;
  /** For a precondition against concurrent writes. */
  updateTime: Timestamp;
}

/** Matches ids like `__this__`, which Firestore reserves, but a letter from elsewhere may have. */
const RESERVED = /^__.*__$/;

export function documentIdOf(letterId: string): string {
  return RESERVED.test(letterId) ? `~${letterId}` : letterId;
}

/** Null for a document that no link can lead to. */
export function letterIdOf(documentId: string): string | null {
  const id = documentId.startsWith('~') ? documentId.slice(1) : documentId;
  return isLetterId(id) && documentIdOf(id) === documentId ? id : null;
}

/** Null when there is no such document, or its id is none of a letter. */
export function readLetter(document: DocumentSnapshot): Reading | null {
  const id = letterIdOf(document.id);
  const { createTime, updateTime } = document;
  if (id === null || !createTime || !updateTime) return null;
  return { ...readFields(id, document.data() ?? {}, microseconds(createTime)), updateTime };
}

/** @param madeAt when the document was made, in microseconds since 1970 */
export function readFields(
  id: string,
  fields: Fields,
  madeAt: number,
): Omit<Reading, 'updateTime'> {
  const { position: kept, version, updatedAt, hidden } = fields;
  const placed = typeof kept === 'string' && isPosition(kept) && fields.sent === sentPart(kept);
  const createdAt = createdAtIn(fields, placed ? createdAtOf(kept) : undefined);
  const counted = typeof version === 'number' && Number.isSafeInteger(version) && version > 0;
  const letter: Letter = {
    id,
    title: textIn(fields.title),
    date: dateIn(fields),
    content: textIn(fields.content),
    signature: textIn(fields.signature),
    // Any truthy value hides a letter, as it did for the program that wrote it.
    hidden: Boolean(hidden),
    createdAt,
    updatedAt: readInstant(updatedAt).value,
    version: counted ? version : 1,
    position: placed ? kept : positionOf(createdAt, madeAt),
    origin: null,
  };
  const listed = typeof fields.visiblePosition === 'string' && fields.visiblePosition !== '';
  const settled =
    placed &&
    counted &&
    fields.visiblePosition === (letter.hidden ? '' : kept) &&
    [letter.date, formerDateIn(fields)].some(
      (date) => fields.digest === digestOf({ ...letter, date }),
    );
  const origin = settled && typeof fields.origin === 'string' ? fields.origin : null;
  letter.origin = origin ?? originOf(recordOf(id, fields, OURS), letter);
  return { letter, settled, placed, listed };
}

/** What an envelope shows; null when readers must not see it. */
export function readSummary(document: DocumentSnapshot): LetterSummary | null {
  const id = letterIdOf(document.id);
  const fields = document.data();
  if (id === null || !fields || fields.hidden || !isPosition(String(fields.position))) return null;
  const position = fields.position as string;
  return { id, title: textIn(fields.title), date: dateIn(fields), position };
}

/** The fields of a letter's document. */
export function fieldsOf(letter: Letter): Fields {
  const { title, date, content, signature, hidden, createdAt, updatedAt, origin } = letter;
  return {
    title,
    date,
    customDate: date,
    content,
    signature,
    hidden,
    createdAt: createdAt === null ? null : Timestamp.fromMillis(createdAt),
    ...(updatedAt === null ? {} : { updatedAt: Timestamp.fromMillis(updatedAt) }),
    ...(origin === null ? {} : { origin }),
    ...settlingFields(letter),
  };
}

/** Only our added fields, for a document of others. An empty `visiblePosition` keeps it out of the readers' list. */
export function settlingFields(letter: Letter): Fields {
  const { position, hidden, version } = letter;
  return {
    position,
    sent: sentPart(position),
    visiblePosition: hidden ? '' : position,
    version,
    digest: digestOf(letter),
  };
}

/** Marks a document that is no letter as examined; it is in no list. */
export const NOT_A_LETTER = { position: '', sent: '', digest: 'none' };

/** A Firestore timestamp in microseconds since 1970. */
export function microseconds({ seconds, nanoseconds }: Timestamp): number {
  return seconds * 1_000_000 + Math.floor(nanoseconds / 1000);
}

/**
 * Stored with each letter: with another field, all would count as changed by another program, which costs them
 * their `origin`, and without end while an earlier version runs beside this one.
 */
function digestOf({ title, date, content, signature, hidden }: Letter): string {
  const seen = JSON.stringify([title, date, content, signature, hidden]);
  return hash('sha256', seen, 'base64url');
}

/** Stands for a date field that holds neither a date nor a text, and is shown as an invalid date. */
const UNREADABLE = 'unreadable';

function textIn(value: unknown): string {
  return typeof value === 'string' ? keepableText(value) : '';
}

function dateIn(fields: Fields, choose = chosenDate): string | null {
  const [custom, plain] = [readDate(fields.customDate), readDate(fields.date)];
  const day = choose(custom.value, plain.value);
  if (day !== null) return keepableText(day);
  return custom.isReadable && plain.isReadable ? null : UNREADABLE;
}

/**
 * As versions before 2026-11-26 chose it. While one of them runs beside this one, each would take a document
 * that the other has settled for a foreign one, and settle it again, without end.
 */
const formerDateIn = (fields: Fields) => dateIn(fields, (custom, plain) => plain ?? custom);

/** @param filed the `createdAt` in the letter's position, if it has a position of ours */
function createdAtIn(fields: Fields, filed: number | null | undefined): number | null {
  const written = readInstant(fields.createdAt).value ?? filed;
  if (written !== undefined) return written;
  const midnight = midnightUtc(dateIn(fields) ?? '');
  return Number.isNaN(midnight) ? null : midnight;
}
