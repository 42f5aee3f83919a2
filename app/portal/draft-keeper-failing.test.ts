import { describe, expect, test } from 'vitest';
import { asked, last, open, pass, state } from '#test/asked-of-drafts.ts';
import { TWO, words } from '#test/saved-drafts.ts';
import type { DraftKeeper } from './draft-keeper.ts';

describe('after a save that failed', () => {
  async function saved() {
    const keeper = open();
    keeper.write(words('A'));
    await pass(1000);
    await last().answer(201, { version: 1 });
    keeper.write(words('AB'));
    await pass(1000);
    return keeper;
  }

  /** Words that are typed now are saved automatically. */
  async function goesOn(keeper: DraftKeeper) {
    const before = asked.length;
    keeper.write(words('AC'));
    await pass(1000);
    expect(asked).toHaveLength(before + 1);
    expect(last()).toMatchObject({ method: 'PUT', title: 'AC' });
  }

  test.each([
    ['while it was tried', true],
    ['before it is tried again', false],
  ])('words that were saved before and come back %s are saved anew', async (_when, early) => {
    const keeper = await saved();
    if (early) keeper.write(words('A'));
    await last().answer(503);
    if (!early) keeper.write(words('A'));
    // The other words may have been saved after all.
    expect(state()).toMatchObject({ kind: 'unsaved' });
    await pass(2000);
    expect(last()).toMatchObject({ title: 'A', ifMatch: '"1"' });
    await last().answer(200, { version: 2 });
    expect(state()).toEqual({ kind: 'saved' });
    await goesOn(keeper);
  });

  test('words that come back after their draft may be gone are saved anew', async () => {
    const keeper = await saved();
    await last().answer(200, { version: 2 });
    keeper.write(null);
    await pass(0);
    await last().fail();
    keeper.write(words('AB'));
    expect(state()).toMatchObject({ kind: 'unsaved' });
    await pass(2000);
    // First the words get a draft of their own; then the other draft is deleted.
    expect(last()).toMatchObject({ method: 'PUT', title: 'AB', ifMatch: undefined });
    const { id } = last();
    await last().answer(201, { version: 3 });
    expect(state()).toEqual({ kind: 'saved' });
    expect(last()).toMatchObject({ method: 'DELETE', ifMatch: '"2"' });
    expect(last().id).not.toBe(id);
    await last().answer(204);
    await goesOn(keeper);
    expect(last()).toMatchObject({ id, ifMatch: '"3"' });
  });

  test.each([
    ['while it was tried', true],
    ['before it is tried again', false],
  ])('a draft that is left where it is %s keeps nobody from the next one', async (_when, early) => {
    const keeper = await saved();
    if (early) keeper.release();
    await last().answer(503);
    if (!early) {
      keeper.release();
      keeper.write(words('Another'));
      keeper.write(null);
    }
    await goesOn(keeper);
  });
});

test('while the site is away it is asked ever more seldom, however much is written', async () => {
  const keeper = open();
  keeper.write(words('A'));
  await pass(1000);
  for (const pause of [2000, 4000, 8000, 15_000, 15_000]) {
    const before = asked.length;
    await last().fail();
    keeper.write(words(`After ${before}`));
    await pass(pause - 1);
    expect(asked).toHaveLength(before);
    await pass(1);
    expect(asked).toHaveLength(before + 1);
  }
});

test('what is too long is not sent again before somebody changes it', async () => {
  const keeper = open();
  keeper.write(words('A'));
  await pass(1000);
  await last().answer(413, { code: 'body-too-large' });
  expect(state()).toEqual({ kind: 'unsaved', why: 'it is too long' });
  await pass(60_000);
  expect(asked).toHaveLength(1);
  keeper.write(words('B'));
  await pass(1000);
  expect(last()).toMatchObject({ title: 'B' });
});

test('a draft that somebody else wrote on is asked to be deleted only once', async () => {
  const keeper = open();
  keeper.write(words('A'));
  await pass(1000);
  await last().answer(201, { version: 1 });
  keeper.write(null);
  await pass(0);
  expect(last()).toMatchObject({ method: 'DELETE' });
  await last().answer(409, { code: 'draft-changed' });
  await pass(60_000);
  expect(asked).toHaveLength(2);
});

test('a draft that is restored while another turns out to be somebody else’s goes on as itself', async () => {
  const keeper = open();
  keeper.write(words('A'));
  await pass(1000);
  const other = { ...words('B'), id: TWO, version: 5, savedAt: '2026-11-20T12:00:00.000Z' };
  keeper.adopt(other);
  await last().answer(409, { code: 'draft-changed' });
  keeper.write(words('BC'));
  await pass(1000);
  expect(last()).toMatchObject({ method: 'PUT', id: TWO, ifMatch: '"5"', title: 'BC' });
});

test('words that are unsaved when the portal is locked are said to be, and wait until it is open', async () => {
  const keeper = open();
  keeper.write(words('A'));
  keeper.pause();
  expect(state()).toEqual({ kind: 'unsaved', why: 'the portal is locked' });
  await pass(60_000);
  expect(keeper.leave()).toBe(false);
  expect(asked).toEqual([]);
  keeper.resume();
  expect(last()).toMatchObject({ method: 'PUT', title: 'A' });
});

test('a form that is gone sends nothing that it was still going to', async () => {
  const keeper = open();
  keeper.write(words('A'));
  keeper.stop();
  await pass(60_000);
  expect(asked).toEqual([]);
});
