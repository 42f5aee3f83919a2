import { expect, test } from 'vitest';
import type { LetterSummary } from '#core/letter.ts';
import { changeList, type LetterList, missingFrom, newList, newsAmong } from './letter-list.ts';

const letter = (position: string, title = position): LetterSummary => ({
  id: `id-${position}`,
  title,
  date: null,
  position,
});

const ids = (list: LetterList | null) => list?.letters.map(({ position }) => position);
const shown = (position: string, hold = false, title = position) =>
  ({ kind: 'shown', letter: letter(position, title), hold }) as const;

const list = newList({ letters: [letter('8'), letter('6'), letter('4')], next: '4' }, null);

test('a letter that is shown is inserted by its position', () => {
  expect(ids(changeList(list, shown('9')))).toEqual(['9', '8', '6', '4']);
  expect(ids(changeList(list, shown('7')))).toEqual(['8', '7', '6', '4']);
});

test('a letter beyond the end of the loaded list is left for later pages', () => {
  expect(changeList(list, shown('3'))).toBe(list);
  expect(newsAmong([letter('3')], list)).toEqual([]);
  const whole = newList({ letters: [letter('8')], next: null }, null);
  expect(ids(changeList(whole, shown('3')))).toEqual(['8', '3']);
});

test('a letter newer than the start of a later page is not added to that page', () => {
  const later = newList({ letters: [letter('4')], next: null }, '5');
  expect(changeList(later, shown('5'))).toBe(later);
  expect(ids(changeList(later, shown('45')))).toEqual(['45', '4']);
});

test('a new letter waits if it would move what is in view; a known one is changed in place', () => {
  const held = changeList(list, shown('9', true));
  expect(ids(held)).toEqual(['8', '6', '4']);
  expect(held?.waiting.map(({ position }) => position)).toEqual(['9']);
  expect(newsAmong([letter('9')], held as LetterList)).toEqual([]);
  const admitted = changeList(held, { kind: 'admitted' });
  expect(ids(admitted)).toEqual(['9', '8', '6', '4']);
  expect(admitted?.waiting).toEqual([]);

  const changed = changeList(list, shown('6', true, 'New words'));
  expect(changed?.letters.map(({ title }) => title)).toEqual(['8', 'New words', '4']);
  expect(changed?.waiting).toEqual([]);
});

test('a waiting letter that is shown anew does not come back in its older form', () => {
  const held = changeList(list, shown('9', true, 'Old words'));
  const renewed = changeList(held, shown('9', false, 'New words'));
  const admitted = changeList(renewed, { kind: 'admitted' });
  expect(admitted?.letters[0]?.title).toBe('New words');
  expect(admitted?.letters).toHaveLength(4);
});

test('a letter counts as new once, however often it is shown, and no more when it is removed', () => {
  let changed = changeList(list, shown('9', true));
  for (const title of ['First words', 'New words'])
    changed = changeList(changed, shown('9', true, title));
  expect(changed?.fresh).toEqual(['id-9']);
  expect(changed?.waiting).toEqual([letter('9', 'New words')]);
  const page = { letters: [letter('9'), letter('8'), letter('6'), letter('4')], next: '4' };
  changed = changeList(changed, { kind: 'reloaded', page, hold: true });
  expect(changed?.fresh).toEqual(['id-9']);
  expect(changeList(changed, { kind: 'removed', id: 'id-9' })?.fresh).toEqual([]);
});

test('removing a letter that the list does not have leaves it as it is', () => {
  expect(changeList(list, { kind: 'removed', id: 'id-3' })).toBe(list);
});

test('a withdrawn letter is removed from the list and from the waiting ones', () => {
  const held = changeList(list, shown('9', true));
  expect(changeList(held, { kind: 'removed', id: 'id-9' })?.waiting).toEqual([]);
  expect(ids(changeList(list, { kind: 'removed', id: 'id-6' }))).toEqual(['8', '4']);
});

test('a page is appended once, and only at the end of the list', () => {
  const page = { letters: [letter('3'), letter('2')], next: null };
  const appended = changeList(list, { kind: 'appended', page, cursor: '4' });
  expect(ids(appended)).toEqual(['8', '6', '4', '3', '2']);
  expect(appended?.appendedFrom).toBe(3);
  expect(changeList(appended, { kind: 'appended', page, cursor: '4' })).toBe(appended);
  // What comes later among those that were appended does not wait for them.
  const reload = { kind: 'reloaded', page, hold: false } as const;
  for (const later of [shown('25'), shown('2'), { kind: 'admitted' } as const, reload])
    expect(changeList(appended, later)?.appendedFrom, later.kind).toBeNull();
});

test('only the letters that came with the page are animated one after the other', () => {
  expect(list.untouched).toBe(true);
  expect(changeList(list, shown('9'))?.untouched).toBe(false);
  const page = { letters: [letter('8')], next: null };
  expect(changeList(null, { kind: 'reloaded', page, hold: false })?.untouched).toBe(true);
  expect(changeList(list, { kind: 'reloaded', page, hold: false })?.untouched).toBe(false);
});

test('additional letters of a reloaded list are new, and wait if they would move what is in view', () => {
  const page = { letters: ['9', '8', '6', '4', '3'].map((at) => letter(at)), next: '3' };
  const moved = changeList(list, { kind: 'reloaded', page, hold: false });
  expect(ids(moved)).toEqual(['9', '8', '6', '4', '3']);
  // The last one was already there, further down.
  expect(moved?.fresh).toEqual(['id-9']);
  expect(moved?.waiting).toEqual([]);
  const held = changeList(list, { kind: 'reloaded', page, hold: true });
  expect(ids(held)).toEqual(['8', '6', '4', '3']);
  expect(held?.waiting.map(({ position }) => position)).toEqual(['9']);
});

test('letters that a reloaded list no longer has stay until they are withdrawn', () => {
  const page = { letters: [letter('8'), letter('4')], next: '4' };
  expect(missingFrom(page, list).map(({ id }) => id)).toEqual(['id-6']);
  expect(ids(changeList(list, { kind: 'reloaded', page, hold: false }))).toEqual(['8', '6', '4']);
  const shorter = { letters: [letter('8')], next: '8' };
  expect(missingFrom(shorter, list)).toEqual([]);
});

test('a letter that arrives is new until it was seen; one that changes is not', () => {
  const came = changeList(list, shown('9'));
  expect(came?.fresh).toEqual(['id-9']);
  expect(changeList(came, { kind: 'seen', id: 'id-9' })?.fresh).toEqual([]);
  expect(changeList(came, shown('7'))?.fresh).toEqual(['id-9', 'id-7']);
  expect(changeList(list, shown('9', true))?.fresh).toEqual(['id-9']);
  expect(changeList(list, shown('6'))?.fresh).toEqual([]);
});

test('changes to a list that is not loaded do nothing', () => {
  expect(changeList(null, shown('9'))).toBe(null);
  expect(changeList(null, { kind: 'removed', id: 'id-9' })).toBe(null);
});

test('a reload of a long list looks at each letter a few times, however many there are', () => {
  let looks = 0;
  const many = Array.from({ length: 2000 }, (_, at) => {
    const { id, ...rest } = letter(`${9999 - at}`);
    return Object.defineProperty({ ...rest, id }, 'id', {
      get() {
        looks += 1;
        return id;
      },
    });
  });
  const page = { letters: many, next: null };
  const long = newList(page, null);
  expect(newsAmong(many, long)).toEqual([]);
  expect(missingFrom(page, long)).toEqual([]);
  expect(changeList(long, { kind: 'reloaded', page, hold: false })?.letters).toHaveLength(2000);
  expect(looks).toBeLessThan(20 * many.length);
});
