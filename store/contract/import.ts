import { describe, expect, test } from 'vitest';
import { readLetterFile, writeLetterFile } from '#core/letter-file.ts';
import { sharedExport } from '#test/shared-export.ts';
import { type Engine, ids, imported, NOW, openPlace, sent } from './engine.ts';

export function describeImport(engine: Engine): void {
  describe('an import', () => {
    test('keeps every field of letters from elsewhere', async () => {
      const { store } = await openPlace(engine);
      const letters = [
        imported({ id: 'old-Link_1', updatedAt: 5, origin: '[["id"],["x",1]]', createdAt: -1 }),
        imported({ date: null, createdAt: null, hidden: true }),
        imported({ date: 'some day in spring', createdAt: null }),
      ];
      expect(await store.letters.importAll(letters, NOW)).toEqual({ added: 3, present: [] });
      for (const letter of letters) {
        expect(await store.letters.get(letter.id)).toMatchObject({ ...letter, version: 1 });
      }
    });

    test('leaves a letter whose id is there as it is, and names it', async () => {
      const { store } = await openPlace(engine);
      const mine = await sent(store);
      const theirs = imported();
      const letters = [imported({ id: mine.id, title: 'Overwritten' }), theirs];
      const outcome = { added: 1, present: [mine.id] };
      expect(await store.letters.importAll(letters, NOW)).toEqual(outcome);
      expect(await store.letters.get(mine.id)).toEqual(mine);
      const before = await store.letters.listAll({ limit: 9 });
      const again = { added: 0, present: [mine.id, theirs.id] };
      expect(await store.letters.importAll(letters, NOW + 1)).toEqual(again);
      expect(await store.letters.listAll({ limit: 9 })).toEqual(before);
    });

    test('is kept whole or not at all', async () => {
      const { store } = await openPlace(engine);
      const unkeepable = { ...imported(), title: undefined as unknown as string };
      const importing = store.letters.importAll([imported(), unkeepable, imported()], NOW);
      await expect(importing).rejects.toThrow();
      expect(await store.letters.listAll({ limit: 9 })).toEqual({ items: [], next: null });
      expect(await store.letters.importAll([imported()], NOW)).toMatchObject({ added: 1 });
    });

    test('of nothing adds nothing', async () => {
      const { store } = await openPlace(engine);
      expect(await store.letters.importAll([], NOW)).toEqual({ added: 0, present: [] });
    });
  });

  describe('an export', () => {
    test('has every letter, hidden ones too, in the order in which they were sent', async () => {
      const { store } = await openPlace(engine);
      expect(await Array.fromAsync(store.letters.exportAll())).toEqual([]);
      const letters = [
        await sent(store, { date: '2026-05-05' }),
        await sent(store, { date: '2020-01-01', hidden: true }),
        await sent(store, { date: '2026-11-20' }),
        await sent(store, { date: '2020-01-01' }),
      ];
      expect(await Array.fromAsync(store.letters.exportAll())).toEqual(letters);
    });

    test('of many letters misses none, though others come and go meanwhile', async () => {
      const { store } = await openPlace(engine);
      const letters = Array.from({ length: 230 }, () => imported());
      await store.letters.importAll(letters, NOW);
      const found: string[] = [];
      for await (const { id } of store.letters.exportAll()) {
        if (found.push(id) === 10) {
          await store.letters.delete(id);
          await sent(store, { id: 'meanwhile' });
        }
      }
      expect(found.filter((id) => id !== 'meanwhile')).toEqual(ids(letters));
    });

    test.skipIf(sharedExport === null)(
      'of an imported file is that file, to the byte',
      async () => {
        const { store } = await openPlace(engine);
        const file = readLetterFile(sharedExport ?? '', 'The Owner');
        if (!file.ok) throw new Error(file.faults.join('\n'));
        await store.letters.importAll(file.letters, NOW);
        for (const letter of file.letters) {
          expect(await store.letters.get(letter.id)).toMatchObject(letter);
        }
        const pieces = await Array.fromAsync(writeLetterFile(store.letters.exportAll()));
        expect(pieces.join('')).toBe(sharedExport);
      },
    );

    test('of an edited letter no longer knows the file that it came from', async () => {
      const { store } = await openPlace(engine);
      const letter = imported({ origin: '[["id"]]' });
      await store.letters.importAll([letter], NOW);
      const { title, content, signature, hidden } = letter;
      const text = { title, content, signature, hidden, date: '2026-11-20' };
      await store.letters.update(letter.id, text, NOW);
      const [edited] = await Array.fromAsync(store.letters.exportAll());
      expect(edited).toMatchObject({ id: letter.id, origin: null });
    });
  });
}
