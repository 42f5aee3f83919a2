import { describe, expect, test } from 'vitest';
import { asked, last, open, pass, state } from '#test/asked-of-drafts.ts';
import { words } from '#test/saved-drafts.ts';

test('a page that goes away saves what is unsaved and locks, in one request that outlives it', async () => {
  const keeper = open();
  keeper.write(words('One'));
  await pass(500);
  expect(keeper.leave()).toBe(true);
  expect(asked).toMatchObject([{ method: 'PUT', title: 'One', lock: true, keepalive: true }]);
  await pass(60_000);
  expect(asked).toHaveLength(1);
  // The page is back: whether that save arrived is not known.
  keeper.resume();
  expect(last()).toMatchObject({ title: 'One', lock: false, id: asked[0]?.id });
});

test('a page that goes away sends also what was saved: its draft may be gone', async () => {
  const keeper = open();
  keeper.write(words('One'));
  await pass(1000);
  await last().answer(201, { version: 4 });
  expect(keeper.leave()).toBe(true);
  expect(last()).toMatchObject({ title: 'One', lock: true, ifMatch: '"4"', id: asked[0]?.id });
});

test('a form that is gone tries nothing more when what was under way has failed', async () => {
  const keeper = open();
  keeper.write(words('One'));
  await pass(1000);
  keeper.stop();
  await last().fail();
  await pass(60_000);
  expect(asked).toHaveLength(1);
});

describe('before the form is cleared', () => {
  async function saved() {
    const keeper = open();
    keeper.write(words('One'));
    await pass(1000);
    await last().answer(201, { version: 1 });
    const settled = keeper.settle();
    await pass(0);
    expect(asked).toHaveLength(2);
    expect(last()).toMatchObject({ method: 'PUT', title: 'One', ifMatch: '"1"' });
    return { keeper, settled };
  }

  test('what was saved is saved once more', async () => {
    const { settled } = await saved();
    await last().answer(200, { version: 2 });
    expect(await settled).toBe(true);
    expect(state()).toEqual({ kind: 'saved' });
  });

  test('what was deleted elsewhere gets a draft of its own', async () => {
    const { settled } = await saved();
    await last().answer(409, { code: 'draft-changed' });
    expect(last()).toMatchObject({ method: 'PUT', title: 'One', ifMatch: undefined });
    expect(last().id).not.toBe(asked[0]?.id);
    await last().answer(201, { version: 3 });
    expect(await settled).toBe(true);
  });

  test('what was deleted elsewhere and cannot be saved again is at stake', async () => {
    const { settled } = await saved();
    await last().answer(409, { code: 'draft-changed' });
    await last().fail();
    expect(await settled).toBe(false);
    expect(state()).toEqual({ kind: 'unsaved', why: 'the site cannot be reached' });
  });

  test('what was saved and cannot be asked about counts as saved', async () => {
    const { keeper, settled } = await saved();
    await last().fail();
    expect(await settled).toBe(true);
    expect(state()).toEqual({ kind: 'saved' });
    await pass(60_000);
    expect(asked).toHaveLength(2);
    keeper.write(words('One and two'));
    expect(state()).toEqual({ kind: 'saving' });
    await pass(1000);
    expect(last()).toMatchObject({ title: 'One and two' });
  });

  test('what was saved counts as saved when nobody answers for three seconds', async () => {
    const { settled } = await saved();
    await pass(3000);
    expect(await settled).toBe(true);
    expect(state()).toEqual({ kind: 'saved' });
    await last().answer(200, { version: 2 });
    expect(state()).toEqual({ kind: 'saved' });
  });

  test('what is not saved when nobody answers for three seconds is at stake until it is', async () => {
    const keeper = open();
    keeper.write(words('One'));
    const settled = keeper.settle();
    await pass(3000);
    expect(await settled).toBe(false);
    expect(state()).toEqual({ kind: 'saving' });
    await last().answer(201, { version: 1 });
    expect(state()).toEqual({ kind: 'saved' });
    expect(asked).toHaveLength(1);
  });

  test('a draft that is not known to be deleted after three seconds keeps nobody', async () => {
    const { keeper, settled } = await saved();
    await last().answer(200, { version: 2 });
    expect(await settled).toBe(true);
    keeper.write(null);
    const emptied = keeper.settle();
    await pass(3000);
    expect(last()).toMatchObject({ method: 'DELETE' });
    expect(await emptied).toBe(true);
  });

  test('whoever cannot wait and asks again is told the same', async () => {
    const { keeper, settled } = await saved();
    const again = keeper.settle();
    await last().fail();
    expect(await Promise.all([settled, again])).toEqual([true, true]);
    expect(asked).toHaveLength(2);
  });

  test('an empty form asks for nothing', async () => {
    expect(await open().settle()).toBe(true);
    expect(asked).toEqual([]);
  });
});

test.each([
  ['has no words', null],
  ['has more than may outlive it', words('Long', { content: 'é'.repeat(30_000) })],
])('a page that goes away and %s sends no words', async (_what, unsaved) => {
  const keeper = open();
  keeper.write(unsaved);
  expect(keeper.leave()).toBe(false);
  expect(asked).toEqual([]);
});
