import { expect, test } from 'vitest';
import { openPortal } from '#test/browser/portal-of-a-site.ts';
import { BELA, list, save, TWO, words } from '#test/clients/saved-drafts.ts';

/** A letter was sent, but its draft could not be deleted; another draft waits. */
async function sent() {
  const portal = await openPortal();
  const { site, keeper, failNext } = portal;
  await save(site, TWO, words('Waits'));
  keeper.write(words('Sent'));
  expect(await keeper.flush()).toBe(true);
  keeper.write(null);
  failNext();
  expect(await keeper.flush()).toBe(true);
  const [waiting, ...others] = (await list(site)).filter(({ id }) => !keeper.dropped.includes(id));
  expect(waiting).toMatchObject({ id: TWO, title: 'Waits' });
  expect(others).toEqual([]);
  return { ...portal, waiting: waiting as NonNullable<typeof waiting> };
}

test.each(['arrives', 'fails'] as const)(
  'a draft restored while another is being deleted is saved under its own id when the deletion %s',
  async (outcome) => {
    const { site, keeper, holdNext, waiting } = await sent();
    const held = holdNext();
    const deleted = keeper.flush();
    await held.asked;
    keeper.adopt(waiting);
    if (outcome === 'arrives') held.goOn();
    else held.fail();
    await deleted;
    keeper.write(words('Waits no more'));
    expect(await keeper.flush()).toBe(true);
    expect(await list(site)).toMatchObject([{ id: TWO, title: 'Waits no more' }]);
  },
);

test('a draft that could not be deleted is deleted even after another letter was begun', async () => {
  const { site, keeper } = await sent();
  keeper.release();
  keeper.write(words('Another'));
  expect(await keeper.flush()).toBe(true);
  expect((await list(site)).map(({ title }) => title)).toEqual(['Another', 'Waits']);
});

test('words that return while their draft is being deleted end up in exactly one draft', async () => {
  const { site, keeper, holdNext } = await openPortal();
  keeper.write(words('Here again'));
  await keeper.flush();
  keeper.write(null);
  const held = holdNext();
  const deleted = keeper.flush();
  await held.asked;
  keeper.write(words('Here again'));
  held.fail();
  expect(await deleted).toBe(false);
  expect(await keeper.flush()).toBe(true);
  expect(await list(site)).toMatchObject([{ title: 'Here again' }]);
});

test('emptying the form does not delete another writer’s words of which it had not heard', async () => {
  const { site, keeper, holdNext } = await openPortal();
  keeper.write(words('Mine'));
  await keeper.flush();
  const [draft] = await list(site);
  keeper.write(words('Mine, and more'));
  const held = holdNext();
  const saved = keeper.flush();
  await held.asked;
  const theirs = { ...words('Theirs'), writer: BELA };
  expect((await save(site, draft?.id ?? '', theirs, draft?.version)).status).toBe(200);
  keeper.write(null);
  held.goOn();
  expect(await saved).toBe(true);
  expect(await list(site)).toMatchObject([{ title: 'Theirs' }]);
});

test('emptying the form does not delete another writer’s words when it is unknown which came last', async () => {
  const { site, keeper, failNext } = await openPortal();
  keeper.write(words('Mine'));
  await keeper.flush();
  const [draft] = await list(site);
  keeper.write(words('Mine, and more'));
  failNext();
  expect(await keeper.flush()).toBe(false);
  const theirs = { ...words('Theirs'), writer: BELA };
  expect((await save(site, draft?.id ?? '', theirs, draft?.version)).status).toBe(200);
  keeper.write(null);
  expect(await keeper.flush()).toBe(true);
  expect(await list(site)).toMatchObject([{ title: 'Theirs' }]);
});
