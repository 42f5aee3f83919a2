import { describe, expect, test } from 'vitest';
import { asked, last, open, pass, state } from '#test/browser/asked-of-drafts.ts';
import { words } from '#test/clients/saved-drafts.ts';

test('a page that is being closed saves and locks in one request that outlives it', async () => {
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

test('a page that is being closed also sends words that were saved, because their draft may be gone', async () => {
  const keeper = open();
  keeper.write(words('One'));
  await pass(1000);
  await last().answer(201, { version: 4 });
  expect(keeper.leave()).toBe(true);
  expect(last()).toMatchObject({ title: 'One', lock: true, ifMatch: '"4"', id: asked[0]?.id });
});

test('does not retry a failed save after the form is gone', async () => {
  const keeper = open();
  keeper.write(words('One'));
  await pass(1000);
  keeper.stop();
  await last().fail();
  await pass(60_000);
  expect(asked).toHaveLength(1);
});

test('does not retry it either if the form is gone while somebody waits for that save', async () => {
  const keeper = open();
  keeper.write(words('One'));
  const settled = keeper.settle();
  keeper.stop();
  await last().fail();
  expect(await settled).toBe(false);
  await pass(60_000);
  expect(asked).toHaveLength(1);
});

test('saves the last words although the form is gone, as after a fault, if somebody waits for that', async () => {
  const keeper = open();
  keeper.write(words('One'));
  await pass(1000);
  keeper.write(words('One and two'));
  const settled = keeper.settle();
  keeper.stop();
  await last().answer(201, { version: 1 });
  expect(last()).toMatchObject({ method: 'PUT', title: 'One and two' });
  await last().answer(200, { version: 2 });
  // Once more, since their draft may have been deleted elsewhere.
  await last().answer(200, { version: 3 });
  expect(await settled).toBe(true);
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

  test('saves again what was already saved', async () => {
    const { settled } = await saved();
    await last().answer(200, { version: 2 });
    expect(await settled).toBe(true);
    expect(state()).toEqual({ kind: 'saved' });
  });

  test('saves words as a new draft if theirs was deleted elsewhere', async () => {
    const { settled } = await saved();
    await last().answer(409, { code: 'draft-changed' });
    expect(last()).toMatchObject({ method: 'PUT', title: 'One', ifMatch: undefined });
    expect(last().id).not.toBe(asked[0]?.id);
    await last().answer(201, { version: 3 });
    expect(await settled).toBe(true);
  });

  test('reports words as unsaved if their draft was deleted elsewhere and they cannot be saved again', async () => {
    const { settled } = await saved();
    await last().answer(409, { code: 'draft-changed' });
    await last().fail();
    expect(await settled).toBe(false);
    expect(state()).toEqual({ kind: 'unsaved', why: 'the site cannot be reached' });
  });

  test('counts saved words as saved if that cannot be checked', async () => {
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

  test('counts saved words as saved after three seconds without an answer', async () => {
    const { settled } = await saved();
    await pass(3000);
    expect(await settled).toBe(true);
    expect(state()).toEqual({ kind: 'saved' });
    await last().answer(200, { version: 2 });
    expect(state()).toEqual({ kind: 'saved' });
  });

  test('reports words as unsaved that were written meanwhile, after three seconds without an answer', async () => {
    const { keeper, settled } = await saved();
    keeper.write(words('One and two'));
    await pass(3000);
    expect(await settled).toBe(false);
    expect(state()).toEqual({ kind: 'saving' });
  });

  test('reports unsaved words after three seconds without an answer, until they are saved', async () => {
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

  test('reports unsaved words as unsaved while the portal is locked', async () => {
    const keeper = open();
    keeper.write(words('One'));
    keeper.lock();
    expect(await keeper.settle()).toBe(false);
    expect(asked).toEqual([]);
  });

  test('does not wait longer than three seconds for a deletion', async () => {
    const { keeper, settled } = await saved();
    await last().answer(200, { version: 2 });
    expect(await settled).toBe(true);
    keeper.write(null);
    const emptied = keeper.settle();
    await pass(3000);
    expect(last()).toMatchObject({ method: 'DELETE' });
    expect(await emptied).toBe(true);
  });

  test('a second call while the first is pending gets the same result', async () => {
    const { keeper, settled } = await saved();
    const again = keeper.settle();
    await last().fail();
    expect(await Promise.all([settled, again])).toEqual([true, true]);
    expect(asked).toHaveLength(2);
  });

  test('requests nothing for an empty form', async () => {
    expect(await open().settle()).toBe(true);
    expect(asked).toEqual([]);
  });
});

test.each([
  ['has no words', null],
  ['has more words than such a request may carry', words('Long', { content: 'é'.repeat(30_000) })],
])('a page that is being closed and %s sends no words', async (_what, unsaved) => {
  const keeper = open();
  keeper.write(unsaved);
  expect(keeper.leave()).toBe(false);
  expect(asked).toEqual([]);
});
