import { expect, test, vi } from 'vitest';
import { openPortal } from '#test/browser/portal-of-a-site.ts';
import { BELA, list, save, words } from '#test/clients/saved-drafts.ts';

/** These words have a draft, on which somebody else then writes; the next save finds that out. */
async function taken() {
  const portal = await openPortal();
  const { site, keeper } = portal;
  keeper.write(words('Mine'));
  await keeper.flush();
  const [draft] = await list(site);
  const theirs = { ...words('Theirs'), writer: BELA };
  expect((await save(site, draft?.id ?? '', theirs, draft?.version)).status).toBe(200);
  keeper.write(words('Mine, and more'));
  expect(await keeper.flush()).toBe(true);
  return portal;
}

test('that somebody else took the draft is told once, also after more is written', async () => {
  const { keeper } = await taken();
  keeper.write(words('Mine, and even more'));
  expect(keeper.tellTakenOnce()).toBe(true);
  expect(keeper.tellTakenOnce()).toBe(false);
});

test('it is not told of the words that come after these', async () => {
  const emptied = await taken();
  emptied.keeper.write(null);
  emptied.keeper.write(words('Another'));
  await emptied.keeper.flush();
  expect(emptied.keeper.tellTakenOnce()).toBe(false);

  const left = await taken();
  left.keeper.release();
  left.keeper.write(words('Another'));
  await left.keeper.flush();
  expect(left.keeper.tellTakenOnce()).toBe(false);
});

test('a save of its own whose answer was lost is not taken for another’s', async () => {
  const { site, keeper } = await openPortal();
  keeper.write(words('Mine'));
  const overTheNetwork = fetch;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    vi.stubGlobal('fetch', overTheNetwork);
    await overTheNetwork(...request);
    throw new TypeError('Failed to fetch');
  });
  expect(await keeper.flush()).toBe(false);
  expect(await list(site)).toMatchObject([{ title: 'Mine' }]);
  keeper.write(words('Mine, and more'));
  expect(await keeper.flush()).toBe(true);
  expect(keeper.tellTakenOnce()).toBe(false);
});
