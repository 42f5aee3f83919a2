import { describe, expect, test } from 'vitest';
import { asked, last, open, pass, state } from '#test/browser/asked-of-drafts.ts';
import { TWO, words } from '#test/clients/saved-drafts.ts';
import type { DraftKeeper } from './draft-keeper.ts';

describe('after a failed save', () => {
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
    ['while that save is under way', true],
    ['before the retry', false],
  ])('earlier words that return %s are saved again', async (_when, early) => {
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

  test('words that are typed while its retry succeeds are saved as usual', async () => {
    const keeper = await saved();
    await last().fail();
    await pass(2000);
    keeper.write(words('ABC'));
    await last().answer(200, { version: 2 });
    expect(state()).toEqual({ kind: 'saving' });
    await pass(1000);
    expect(last()).toMatchObject({ method: 'PUT', title: 'ABC' });
  });

  test('words that return after their draft may have been deleted are saved again', async () => {
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
    ['while that save is under way', true],
    ['before the retry', false],
  ])(
    'a draft that is released %s does not keep the next one from being saved',
    async (_when, early) => {
      const keeper = await saved();
      if (early) keeper.release();
      await last().answer(503);
      if (!early) {
        keeper.release();
        keeper.write(words('Another'));
        keeper.write(null);
      }
      await goesOn(keeper);
    },
  );
});

test('retries less and less often while the site cannot be reached, however much is typed', async () => {
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

test('does not send a draft that is too long again before it is changed', async () => {
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

test('asks only once to delete a draft that another writer has changed', async () => {
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

test('a draft restored while another is found to be another writer’s is saved under its own id', async () => {
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

test('says that words are unsaved while the portal is locked, and saves them after the unlock', async () => {
  const keeper = open();
  keeper.write(words('A'));
  keeper.lock();
  expect(state()).toEqual({ kind: 'unsaved', why: 'the portal is locked' });
  await pass(60_000);
  expect(keeper.leave()).toBe(false);
  expect(asked).toEqual([]);
  keeper.resume();
  expect(last()).toMatchObject({ method: 'PUT', title: 'A' });
});

test('sends nothing after the form is gone', async () => {
  const keeper = open();
  keeper.write(words('A'));
  keeper.stop();
  await pass(60_000);
  expect(asked).toEqual([]);
});
