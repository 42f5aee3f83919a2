/**
 * Calendar days and instants. A letter's date is a day on a wall calendar, written `YYYY-MM-DD`;
 * it has no time zone and is never shifted by one. An instant is milliseconds since 1970, UTC.
 */

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;

/** Narrower than `string`, or TypeScript would conclude that a text which is no calendar day is no string. */
type CalendarDay = `${number}-${number}-${number}`;

/** Whether a value is the text, `YYYY-MM-DD`, of a real day of the Gregorian calendar, years 1 to 9999. */
export function isCalendarDay(text: unknown): text is CalendarDay {
  // `test` would convert other values to a string, and some of those throw.
  if (typeof text !== 'string' || !DAY.test(text) || text < '0001') return false;
  // `Date` turns February 30 into March 2.
  return new Date(`${text}T00:00Z`).getUTCDate() === Number(text.slice(8));
}

/** The instant of midnight UTC on a calendar day, or NaN when it is not one. */
export function midnightUtc(day: string): number {
  return isCalendarDay(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN;
}

/** The calendar day in UTC at an instant, or null outside the years 1 to 9999. */
export function dayOf(instant: number): string | null {
  // `toJSON` is null for an invalid date.
  const day = new Date(instant).toJSON()?.slice(0, 10);
  return isCalendarDay(day) ? day : null;
}

/** The calendar day at an instant in the local time zone, of the process or of the browser. */
export function localDay(now: Date): string {
  const pad = (value: number, width: number) => String(value).padStart(width, '0');
  return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1, 2)}-${pad(now.getDate(), 2)}`;
}

/** How a letter's date is shown: `November 20, 2026`, `No date` when missing, else `Invalid date`. */
export function formatDate(date: string | null | undefined): string {
  if (!date) return 'No date';
  if (!isCalendarDay(date)) return 'Invalid date';
  const { year, month, day } = partsOf(date);
  return `${month} ${day}, ${Number(year)}`;
}

/** A day as a post office stamps it, in two lines: `Nov 20` and `2026`. Null when it is no day. */
export function postmarkOf(date: string | null): [day: string, year: string] | null {
  if (!isCalendarDay(date)) return null;
  const { year, month, day } = partsOf(date);
  return [`${month.slice(0, 3)} ${day}`, year];
}

/** The year in four digits, the name of the month, and the day. */
function partsOf(date: CalendarDay): { year: string; month: string; day: number } {
  const [year, month, day] = date.split('-') as [string, string, string];
  return { year, month: MONTHS[Number(month) - 1] as string, day: Number(day) };
}

/** What was read from a value that another program wrote. */
interface ReadValue<Value> {
  /** Null when it is missing, and when it cannot be read. */
  value: Value | null;
  /** Also true when it is missing. */
  isReadable: boolean;
}

const MISSING = { value: null, isReadable: true };
const UNREADABLE = { value: null, isReadable: false };

/**
 * The instant in a value from elsewhere: an ISO string, `{seconds, nanoseconds}`,
 * `{_seconds, _nanoseconds}` (as a timestamp object also has them), or a Date.
 */
export function readInstant(value: unknown): ReadValue<number> {
  if (value === null || value === undefined || value === '') return MISSING;
  if (typeof value === 'string') {
    if (isCalendarDay(value)) return within(midnightUtc(value));
    const parts = DATE_TIME.exec(value);
    if (!parts?.[1] || !isCalendarDay(parts[1])) return UNREADABLE;
    // Without an offset it is read as UTC, so that the result does not depend on the machine.
    return within(Date.parse(parts[5] ? value : `${value}Z`));
  }
  if (value instanceof Date) return within(value.getTime());
  if (typeof value !== 'object') return UNREADABLE;
  const stamp = value as Record<string, unknown>;
  const seconds = stamp.seconds ?? stamp._seconds;
  const nanoseconds = stamp.nanoseconds ?? stamp._nanoseconds ?? 0;
  if (typeof seconds !== 'number' || typeof nanoseconds !== 'number') return UNREADABLE;
  if (!Number.isSafeInteger(seconds)) return UNREADABLE;
  if (!Number.isInteger(nanoseconds) || nanoseconds < 0 || nanoseconds > 999_999_999)
    return UNREADABLE;
  return within(seconds * 1000 + Math.floor(nanoseconds / 1_000_000));
}

/**
 * The date of a letter, as it is stored, in a value from elsewhere: `YYYY-MM-DD`, or the text itself
 * when it is not a date. A value that is neither date nor text is unreadable.
 */
export function readDate(value: unknown): ReadValue<string> {
  if (value === null || value === undefined || value === '') return MISSING;
  if (typeof value === 'string') {
    // The day that was written is the day that was meant, whatever the offset behind it.
    const day = value.slice(0, 10);
    return { value: DATE_TIME.test(value) && isCalendarDay(day) ? day : value, isReadable: true };
  }
  const { value: instant } = readInstant(value);
  return instant === null ? UNREADABLE : { value: dayOf(instant), isReadable: true };
}

/**
 * The date of a letter that has two, which another program may have let differ. An edit begins with
 * `customDate`, says the specification; but a text that is no date does not hide a day in the other.
 */
export function chosenDate(customDate: string | null, date: string | null): string | null {
  const dates = [customDate, date].filter((one) => one !== null);
  return dates.find(isCalendarDay) ?? dates[0] ?? null;
}

function within(instant: number): ReadValue<number> {
  return dayOf(instant) === null ? UNREADABLE : { value: instant, isReadable: true };
}
