import { describe, expect, test } from 'vitest';
import { asked, last, open, pass, state } from '#test/asked-of-drafts.ts';
import { words } from '#test/saved-drafts.ts';
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

  /** Words that come now are saved by themselves. */
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
    // The other words may have arrived after all.
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
    // First the words have a draft of their own; then the other goes.
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
