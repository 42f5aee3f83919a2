import { describe, expect, test } from 'vitest';
import type { Letter } from '#core/letter.ts';
import { readLetterFile, writeLetterFile } from '#core/letter-file.ts';
import { positionOf, sentAtOf } from '#core/position.ts';
import type { VisibleChange } from '#core/store.ts';
import { sharedExport } from '#test/shared-export.ts';
import { draft, type Engine, ids, imported, NOW, openPlace, sent, watching } from './engine.ts';

export function describeImport(engine: Engine): void {
  describe('an import', () => {
    test('keeps every field of imported letters', async () => {
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

    test('does not change a letter whose id exists, and names it', async () => {
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

    test('is stored completely or not at all', async () => {
      const { store } = await openPlace(engine);
      const unkeepable = { ...imported(), title: undefined as unknown as string };
      const importing = store.letters.importAll([imported(), unkeepable, imported()], NOW);
      await expect(importing).rejects.toThrow();
      expect(await store.letters.listAll({ limit: 9 })).toEqual({ items: [], next: null });
      expect(await store.letters.importAll([imported()], NOW)).toMatchObject({ added: 1 });
    });

    test('of long letters stores each of them', async () => {
      const { store } = await openPlace(engine);
      const letters = Array.from({ length: 7 }, () => imported({ content: '𝒽'.repeat(100_000) }));
      // The portal takes no such title, but another program may have kept one. It cannot be compressed much.
      const title = Array.from({ length: 2000 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7));
      letters.push(imported({ title: title.join('') }));
      expect(await store.letters.importAll(letters, NOW)).toEqual({ added: 8, present: [] });
      expect(ids(await Array.fromAsync(store.letters.exportAll()))).toEqual(ids(letters));
    });

    test('of an empty list adds nothing', async () => {
      const { store } = await openPlace(engine);
      expect(await store.letters.importAll([], NOW)).toEqual({ added: 0, present: [] });
    });
  });

  describe('a move from another store', () => {
    test('keeps the positions and versions of letters, and stores each only once', async () => {
      const from = (await openPlace(engine)).store;
      const older = await sent(from, { date: '2020-02-02' });
      const text = draft({ title: 'Edited', hidden: true });
      const edited = await from.letters.update(older.id, text, NOW + 7);
      await sent(from, { date: '2026-11-20' });
      const moved = await Array.fromAsync(from.letters.exportAll());
      expect(moved[0]).toEqual(edited.outcome === 'updated' && edited.letter);

      const { store } = await openPlace(engine);
      const [first, ...rest] = moved as [Letter, ...Letter[]];
      expect(await store.letters.importAll([first], NOW)).toEqual({ added: 1, present: [] });
      const outcome = { added: rest.length, present: [first.id] };
      expect(await store.letters.importAll(moved, NOW)).toEqual(outcome);
      expect(await Array.fromAsync(store.letters.exportAll())).toEqual(moved);
      expect((await store.letters.listAll({ limit: 9 })).items).toEqual(
        (await from.letters.listAll({ limit: 9 })).items,
      );
      const next = await sent(store, { date: '2026-11-20' });
      expect(next.position > (moved[1]?.position ?? '')).toBe(true);
    });

    test('continues the order of sending, whichever letters came first', async () => {
      const { store } = await openPlace(engine);
      const later = await sent(store);
      const position = positionOf(later.createdAt, sentAtOf(later.position) - 1);
      const earlier: Letter = { ...later, id: 'earlier', position };
      await store.letters.importAll([earlier], NOW);
      expect(await Array.fromAsync(store.letters.exportAll())).toEqual([earlier, later]);
    });

    test('gives a letter whose position is taken the next one', async () => {
      const { store } = await openPlace(engine);
      const mine = await sent(store);
      const theirs: Letter = { ...mine, id: 'theirs', title: 'Theirs', version: 3 };
      await store.letters.importAll([theirs], NOW);
      const all = await store.letters.listAll({ limit: 9 });
      expect(all.items).toEqual([{ ...theirs, position: all.items[0]?.position }, mine]);
    });
  });

  describe('a replacement of all letters', () => {
    test('leaves exactly the given letters, and readers are told to load the list again', async () => {
      const { store, another } = await openPlace(engine);
      const kept = await sent(store, { title: 'Kept', date: '2026-01-01' });
      const gone = await sent(store);
      const other = await another();
      const told = Promise.withResolvers<VisibleChange>();
      const { seq, changes } = await watching(store);
      await other.letters.watchVisible(told.resolve);

      const earlier = positionOf(kept.createdAt, sentAtOf(kept.position) - 1);
      const letters: Letter[] = [
        { ...kept, id: 'brought', position: earlier, hidden: true },
        { ...kept, title: 'As it was', version: 9 },
      ];
      await store.letters.replaceAll(letters);
      expect(changes).toEqual([{ kind: 'resync', seq: seq + 1 }]);
      expect(await Array.fromAsync(store.letters.exportAll())).toEqual(letters);
      expect(await store.letters.get(gone.id)).toBeNull();
      expect(await told.promise).toEqual({ kind: 'resync', seq: seq + 1 });
      const next = await sent(store);
      expect(changes.slice(1)).toMatchObject([
        { kind: 'shown', seq: seq + 2, letter: { id: next.id } },
      ]);
    });

    test('that fails destroys nothing', async () => {
      const { store } = await openPlace(engine);
      const letter = await sent(store);
      const unkeepable = { ...letter, id: 'x', title: undefined as unknown as string };
      await expect(store.letters.replaceAll([unkeepable])).rejects.toThrow();
      expect(await Array.fromAsync(store.letters.exportAll())).toEqual([letter]);
    });
  });

  test('an intact store reports no fault', async () => {
    const { store } = await openPlace(engine);
    expect(await store.faults()).toEqual([]);
    await sent(store);
    await store.letters.importAll([imported({ date: 'some day', createdAt: null })], NOW);
    await store.records.put('admin', 'credentials', { mainPassword: 'x' });
    expect(await store.faults()).toEqual([]);
  });

  describe('an export', () => {
    test('contains every letter, hidden ones too, in the order of sending', async () => {
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

    test('of many letters is a snapshot, although others are written and deleted meanwhile', async () => {
      const { store, another } = await openPlace(engine);
      const letters = Array.from({ length: 230 }, () => imported());
      await store.letters.importAll(letters, NOW);
      const found: string[] = [];
      for await (const { id, title } of store.letters.exportAll()) {
        if (found.push(`${id} ${title}`) !== 10) continue;
        await sent(store, { id: 'meanwhile' });
        await store.letters.delete(letters.at(-1)?.id ?? '');
        await (await another()).letters.update(letters.at(-2)?.id ?? '', draft(), NOW);
      }
      expect(found).toEqual(letters.map(({ id, title }) => `${id} ${title}`));
    });

    test('that is aborted halfway leaves the store unchanged', async () => {
      const { store } = await openPlace(engine);
      const first = await sent(store);
      const second = await sent(store);
      for await (const letter of store.letters.exportAll()) {
        expect(letter).toEqual(first);
        break;
      }
      expect(await Array.fromAsync(store.letters.exportAll())).toEqual([first, second]);
    });

    test.skipIf(sharedExport === null)(
      'of an imported file is that file, byte for byte',
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

    test('of an edited letter no longer has its original record', async () => {
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
