import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ANNA, BELA, ONE, words } from '#test/clients/saved-drafts.ts';
import { interruptedRecords } from '#test/stores/interrupted-records.ts';
import { temporaryStore } from '#test/stores/temporary-store.ts';
import { createKeptDrafts } from './kept-drafts.ts';

async function drafts() {
  const store = await temporaryStore();
  const { records, meanwhile } = interruptedRecords(store.records);
  const needs = { now: Date.now, randomBytes };
  return {
    kept: createKeptDrafts({ ...needs, records }),
    elsewhere: createKeptDrafts({ ...needs, records: store.records }),
    meanwhile,
  };
}

test('does not overwrite what another writer saves at the same moment', async () => {
  const { kept, elsewhere, meanwhile } = await drafts();
  meanwhile(() => elsewhere.keep(ONE, words('Bela'), { writer: BELA, turn: 1 }, 0));
  expect(await kept.keep(ONE, words('Anna'), { writer: ANNA, turn: 1 }, 0)).toBeNull();
  expect(await kept.list()).toMatchObject([{ title: 'Bela' }]);
});

test('does not delete what another writer saves at the moment of the deletion', async () => {
  const { kept, elsewhere, meanwhile } = await drafts();
  const first = await kept.keep(ONE, words('Anna'), { writer: ANNA, turn: 1 }, 0);
  const known = first?.version ?? 0;
  meanwhile(() => elsewhere.keep(ONE, words('Bela'), { writer: BELA, turn: 1 }, known));
  expect(await kept.delete(ONE, known)).toBe(false);
  expect(await kept.list()).toMatchObject([{ title: 'Bela' }]);
});
