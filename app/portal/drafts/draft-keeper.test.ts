import { expect, test } from 'vitest';
import { asked, last, locked, open, pass, state, states } from '#test/browser/asked-of-drafts.ts';
import { words } from '#test/clients/saved-drafts.ts';

test('saves words after a pause in typing, and after four seconds at the latest', async () => {
  const keeper = open();
  for (let n = 1; n <= 5; n += 1) {
    keeper.write(words(`Words ${n}`));
    await pass(900);
  }
  expect(asked).toMatchObject([{ method: 'PUT', title: 'Words 5' }]);
  await last().answer(201, { version: 1 });
  expect(state()).toEqual({ kind: 'saved' });
  keeper.write(words('More'));
  await pass(999);
  expect(asked).toHaveLength(1);
  await pass(1);
  expect(asked).toHaveLength(2);
  expect(last()).toMatchObject({ title: 'More', ifMatch: '"1"' });
});

test('waits for a pause in typing also after the words were saved, changed and changed back', async () => {
  const keeper = open();
  keeper.write(words('A'));
  await pass(1000);
  await last().answer(201, { version: 1 });
  keeper.write(words('AB'));
  keeper.write(words('A'));
  await pass(60_000);
  keeper.write(words('AC'));
  await pass(999);
  expect(asked).toHaveLength(1);
  await pass(1);
  expect(last()).toMatchObject({ title: 'AC' });
});

test('never has two saves under way, and saves afterwards what was typed meanwhile', async () => {
  const keeper = open();
  keeper.write(words('One'));
  await pass(1000);
  keeper.write(words('Two'));
  await pass(10_000);
  const flushed = keeper.flush();
  await pass(0);
  expect(asked).toHaveLength(1);
  await last().answer(201, { version: 1 });
  expect(asked).toHaveLength(2);
  expect(last()).toMatchObject({ title: 'Two', ifMatch: '"1"', id: asked[0]?.id });
  expect(states.filter(({ kind }) => kind === 'saved')).toEqual([]);
  await last().answer(200, { version: 2 });
  expect(await flushed).toBe(true);
  expect(state()).toEqual({ kind: 'saved' });
});

test('repeats a save whose response was lost, and does not call the words saved until it is acknowledged', async () => {
  const keeper = open();
  keeper.write(words('One'));
  await pass(1000);
  await last().fail();
  expect(state()).toEqual({ kind: 'unsaved', why: 'the site cannot be reached' });
  await pass(2000);
  await last().answer(503, { code: 'store-unreadable' });
  expect(state()).toEqual({ kind: 'unsaved', why: 'the site cannot save it right now' });
  await pass(4000);
  await last().answer(507, { code: 'store-full' });
  expect(state()).toEqual({ kind: 'unsaved', why: 'the site’s disk is full' });
  await pass(8000);
  expect(asked).toHaveLength(4);
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  await last().answer(200, { version: 7 });
  expect(state()).toEqual({ kind: 'saved' });
  expect(states.filter(({ kind }) => kind === 'saved')).toHaveLength(1);
});

test('counts a save without a timely answer as not saved, and repeats it', async () => {
  const keeper = open();
  keeper.write(words('One'));
  const flushed = keeper.flush();
  await pass(14_999);
  expect(asked).toHaveLength(1);
  await pass(1);
  expect(await flushed).toBe(false);
  expect(state()).toEqual({ kind: 'unsaved', why: 'the site cannot be reached' });
  await pass(2000);
  expect(last()).toMatchObject({ title: 'One', id: asked[0]?.id });
  await last().answer(201, { version: 1 });
  expect(state()).toEqual({ kind: 'saved' });
});

test('saves words as a new draft if another writer has overwritten theirs', async () => {
  const keeper = open();
  keeper.adopt({ ...words('Theirs'), id: 'f'.repeat(32), version: 3, savedAt: '' });
  expect(state()).toEqual({ kind: 'saved' });
  keeper.write(words('Mine'));
  await pass(1000);
  expect(last()).toMatchObject({ id: 'f'.repeat(32), ifMatch: '"3"' });
  await last().answer(409, { code: 'draft-changed' });
  expect(last()).toMatchObject({ title: 'Mine', ifMatch: undefined });
  expect(last().id).not.toBe('f'.repeat(32));
  await last().answer(201, { version: 9 });
  expect(state()).toEqual({ kind: 'saved' });
});

test('deletes the draft of an emptied form, whatever became of the last save', async () => {
  const keeper = open();
  keeper.write(words('One'));
  await pass(1000);
  await last().answer(201, { version: 1 });
  keeper.write(null);
  await pass(0);
  expect(last()).toMatchObject({ method: 'DELETE', ifMatch: '"1"' });
  await last().answer(204);
  expect(state()).toEqual({ kind: 'none' });

  keeper.write(words('Two'));
  await pass(1000);
  await last().fail();
  keeper.write(null);
  await pass(2000);
  expect(last()).toMatchObject({ method: 'DELETE', ifMatch: '"0"' });
});

test('reports the end of a session once, and requests nothing until the portal is unlocked', async () => {
  const keeper = open();
  keeper.write(words('One'));
  await pass(1000);
  await last().answer(401, { code: 'session-missing' });
  expect(locked).toBe(1);
  await pass(60_000);
  expect(asked).toHaveLength(1);
  expect(await keeper.flush()).toBe(false);
  expect(asked).toHaveLength(1);
  keeper.resume();
  expect(asked).toHaveLength(2);
  await last().answer(201, { version: 1 });
  expect(state()).toEqual({ kind: 'saved' });
});
