/**
 * A letter's position in the list, as text that sorts: a newer letter has a greater one. It consists of
 * `createdAt` (missing sorts as the oldest) and of when the letter was sent, which orders the letters of a
 * day. Positions are also the cursors of every list (keyset pagination), and do not reveal how many
 * letters there are.
 */

/** Milliseconds from the first day of year 1 to 1970. */
const YEAR_ONE_MS = 62_135_596_800_000;
const DAY_MS = 86_400_000;
const CREATED_WIDTH = 10;
const SENT_WIDTH = 11;

const encode = (value: number, width: number) => value.toString(36).padStart(width, '0');

/**
 * @param createdAt milliseconds since 1970 (year 1 to 9999), or null
 * @param sentAt microseconds since 1970
 */
export function positionOf(createdAt: number | null, sentAt: number): string {
  return positionPrefix(createdAt) + encode(sentAt, SENT_WIDTH);
}

/** The beginning that all positions with the same `createdAt` share. */
export function positionPrefix(createdAt: number | null): string {
  return encode(createdAt === null ? 0 : createdAt + YEAR_ONE_MS + 1, CREATED_WIDTH);
}

const filedAt = (position: string) => Number.parseInt(position.slice(0, CREATED_WIDTH), 36);

/** The `createdAt` that a position was made of. */
export function createdAtOf(position: string): number | null {
  const filed = filedAt(position);
  return filed === 0 ? null : filed - 1 - YEAR_ONE_MS;
}

/** The number of the day of a position's `createdAt`: 1 is the first day of year 1, 0 stands for none. */
export function dayNumberOf(position: string): number {
  return Math.ceil(filedAt(position) / DAY_MS);
}

/** When the letter at a position was sent, in microseconds since 1970. */
export function sentAtOf(position: string): number {
  return Number.parseInt(sentPart(position), 36);
}

/** The last part of a position, which tells when its letter was sent. Unique among letters. */
export function sentPart(position: string): string {
  return position.slice(CREATED_WIDTH);
}

/**
 * The year 2255, in microseconds since 1970. Later letters are counted on from such a time, so it has to stay
 * exact, and a backup takes none that is greater.
 */
export const LATEST_SENT = 9e15;

/** Steps are distributed log-uniformly up to this many microseconds. */
const LONGEST_STEP = 1_000_000;

/**
 * The time of sending for the next letter, in microseconds since 1970. It increases even when the clock
 * stands still, goes back, or is beyond `LATEST_SENT`. Letters sent at the same moment, as by an import, are
 * set apart by random steps of very different lengths, so that a gap hardly reveals whether a hidden letter
 * lies in it.
 * @param now milliseconds since 1970
 * @param last the position of the letter that was sent last, if there is any
 * @param random from 0 up to 1
 */
export function nextSentAt(now: number, last: string | undefined, random: () => number): number {
  const time = now * 1000 <= LATEST_SENT ? now * 1000 : 0;
  if (last === undefined) return time;
  const step = Math.ceil(LONGEST_STEP ** random());
  return Math.max(time, sentAtOf(last) + step);
}

/** Greater than every position: lists without a cursor begin here. */
export const GREATEST = 'z'.repeat(CREATED_WIDTH + SENT_WIDTH);

export function isPosition(text: string): boolean {
  return text.length === CREATED_WIDTH + SENT_WIDTH && /^[0-9a-z]+$/.test(text);
}
