import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayOf,
  formatDate,
  isCalendarDay,
  localDay,
  midnightUtc,
  postmarkOf,
  readDate,
  readInstant,
} from './date.ts';

/** Every day of the years 1 to 9999. */
const days = fc
  .integer({
    min: midnightUtc('0001-01-01') / 86_400_000,
    max: midnightUtc('9999-12-31') / 86_400_000,
  })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));

const NOV_20 = Date.UTC(2026, 10, 20);
const UNREADABLE = { value: null, isReadable: false };

describe('a calendar day', () => {
  test.each(['2026-11-20', '0001-01-01', '9999-12-31', '2024-02-29', '2000-02-29', '1969-07-20'])(
    '%s is valid',
    (text) => expect(isCalendarDay(text)).toBe(true),
  );

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '10000-01-01',
    '2026-1-1',
    '20261120',
    '2026-11-20T00:00:00Z',
    ' 2026-11-20',
    '2026-11-20\n',
    '２０２６-11-20',
    '',
  ])('%j is not valid', (text) => expect(isCalendarDay(text)).toBe(false));

  test('is recovered from its midnight UTC', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(isCalendarDay(day)).toBe(true);
        expect(dayOf(midnightUtc(day))).toBe(day);
        expect(dayOf(midnightUtc(day) + 86_399_999)).toBe(day);
      }),
    );
  });

  test('has no midnight if it is invalid; an instant outside the years 1 to 9999 has no day', () => {
    expect(midnightUtc('2026-02-29')).toBeNaN();
    for (const instant of [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      9e15,
      midnightUtc('0001-01-01') - 1,
      midnightUtc('9999-12-31') + 86_400_000,
    ]) {
      expect(dayOf(instant)).toBeNull();
    }
  });
});

describe('a displayed date', () => {
  test.each([
    ['2026-11-20', 'November 20, 2026'],
    ['2026-01-02', 'January 2, 2026'],
    ['0099-12-31', 'December 31, 99'],
    [null, 'No date'],
    [undefined, 'No date'],
    ['', 'No date'],
    ['sometime in spring', 'Invalid date'],
    ['2026-02-30', 'Invalid date'],
  ])('for %j is %j', (date, text) => expect(formatDate(date)).toBe(text));

  test('is the month’s name, the day and the year, for every day there is', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(formatDate(day)).toMatch(/^[A-Z][a-z]+ [1-9]\d?, [1-9]\d{0,3}$/);
      }),
    );
  });
});

describe('a date from elsewhere', () => {
  test.each([
    ['2026-11-20', '2026-11-20', NOV_20],
    ['2026-11-20T10:30:00Z', '2026-11-20', NOV_20 + 37_800_000],
    ['2026-11-20T10:30:00.250Z', '2026-11-20', NOV_20 + 37_800_250],
    ['2026-11-20T10:30', '2026-11-20', NOV_20 + 37_800_000],
    ['2026-11-20T00:30:00+14:00', '2026-11-20', NOV_20 + 1_800_000 - 14 * 3_600_000],
    ['2026-11-20T23:30:00-11:00', '2026-11-20', NOV_20 + 23.5 * 3_600_000 + 11 * 3_600_000],
    [{ seconds: NOV_20 / 1000, nanoseconds: 0 }, '2026-11-20', NOV_20],
    [{ seconds: NOV_20 / 1000 }, '2026-11-20', NOV_20],
    [{ _seconds: NOV_20 / 1000, _nanoseconds: 250_999_999 }, '2026-11-20', NOV_20 + 250],
    [{ seconds: -1, nanoseconds: 999_000_000 }, '1969-12-31', -1],
    [new Date(NOV_20), '2026-11-20', NOV_20],
    [timestamp(NOV_20 / 1000, 0), '2026-11-20', NOV_20],
    [null, null, null],
    [undefined, null, null],
    ['', null, null],
  ])('%j is the day %j and the instant %j', (value, day, instant) => {
    expect(readDate(value)).toEqual({ value: day, isReadable: true });
    expect(readInstant(value)).toEqual({ value: instant, isReadable: true });
  });

  test.each([
    'sometime in spring',
    '2026-02-30',
    '2026-02-30T10:00:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T10:00:00+25:00',
    '20/11/2026',
    'Fri Nov 20 2026',
    '0',
    ' ',
  ])('%j stays text, and is no instant', (value) => {
    expect(readDate(value)).toEqual({ value, isReadable: true });
    expect(readInstant(value)).toEqual(UNREADABLE);
  });

  test.each([
    [NOV_20],
    [true],
    [[]],
    [{}],
    [{ seconds: '1', nanoseconds: 0 }],
    [{ seconds: 1.5, nanoseconds: 0 }],
    [{ seconds: 1, nanoseconds: -1 }],
    [{ seconds: 1, nanoseconds: 1e9 }],
    [{ seconds: 1e15, nanoseconds: 0 }],
    [{ seconds: Number.NaN, nanoseconds: 0 }],
    [{ toMillis: NOV_20 }],
    [new Date(Number.NaN)],
    [() => NOV_20],
    [Symbol('x')],
  ])('%o is neither a day nor an instant', (value) => {
    expect(readDate(value)).toEqual(UNREADABLE);
    expect(readInstant(value)).toEqual(UNREADABLE);
  });

  test('that cannot be converted to text is no date', () => {
    const value = { toString: '' } as unknown as string;
    expect([readDate(value), readInstant(value)]).toEqual([UNREADABLE, UNREADABLE]);
    expect(formatDate(value)).toBe('Invalid date');
  });

  test('never makes reading throw, and yields a day or an instant that can be stored', () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withBigInt: true }), (value) => {
        const { value: instant } = readInstant(value);
        if (instant !== null) expect(dayOf(instant)).not.toBeNull();
        const { value: day } = readDate(value);
        if (typeof value !== 'string' && day !== null) {
          expect(isCalendarDay(day)).toBe(true);
        }
        expect(typeof formatDate(value as string)).toBe('string');
      }),
    );
  });
});

/** A timestamp as the client library of a hosted database makes it: with accessors and methods. */
function timestamp(seconds: number, nanoseconds: number) {
  class Timestamp {
    get seconds() {
      return seconds;
    }
    get nanoseconds() {
      return nanoseconds;
    }
    toMillis() {
      return seconds * 1000;
    }
  }
  return new Timestamp();
}

describe('in every time zone', () => {
  const zones = [
    ['Pacific/Kiritimati', '2026-11-21'],
    ['Pacific/Pago_Pago', '2026-11-19'],
    ['Asia/Kathmandu', '2026-11-20'],
    ['America/Sao_Paulo', '2026-11-20'],
    ['UTC', '2026-11-20'],
  ] as const;
  /** Days on which a clock somewhere was changed, some at midnight; one that Kiritimati skipped. */
  const tricky = [
    '2018-11-04',
    '1994-12-31',
    '1995-01-01',
    '2011-12-30',
    '1582-10-10',
    '0001-01-01',
  ];
  const code = `
    import * as date from ${JSON.stringify(import.meta.resolve('./date.ts'))};
    const days = JSON.parse(process.argv[1]);
    console.log(JSON.stringify({
      local: date.localDay(new Date('2026-11-20T10:30:00Z')),
      days: days.map((day) => [
        date.dayOf(date.midnightUtc(day)),
        date.readDate(day + 'T23:59:00').value,
        date.readInstant(day + 'T00:00').value,
        date.formatDate(day),
      ]),
    }));`;

  test.each(zones)(
    '%s: a day stays the same; only today depends on the time zone',
    (zone, local) => {
      const sample = [...tricky, ...fc.sample(days, { numRuns: 200, seed: 1 })];
      const output = execFileSync(
        process.execPath,
        ['--input-type=module', '--eval', code, JSON.stringify(sample)],
        { encoding: 'utf8', env: { TZ: zone } },
      );
      expect(JSON.parse(output)).toEqual({
        local,
        days: sample.map((day) => [day, day, midnightUtc(day), formatDate(day)]),
      });
    },
  );

  test('today has a year of four digits, and a month and day of two', () => {
    const first = new Date(2026, 0, 2);
    first.setFullYear(99);
    expect(localDay(first)).toBe('0099-01-02');
  });
});

test('a postmark shows a valid day in two lines, and nothing else', () => {
  expect(postmarkOf('2026-01-05')).toEqual(['Jan 5', '2026']);
  expect(postmarkOf('0987-09-30')).toEqual(['Sep 30', '0987']);
  for (const other of [null, '', 'next spring', '2026-02-30']) expect(postmarkOf(other)).toBeNull();
});
