import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeText, textFault } from '#core/letter.ts';
import { isPosition } from '#core/position.ts';
import { draft, type Engine, NOW, openPlace, sent } from './engine.ts';

const AWKWARD = [
  "'; DROP TABLE letters; --",
  '<script>alert(1)</script> & "quotes" \\ back\\slash',
  '%_%',
  '  two before and after  ',
  'a\n\n\nb\tc\n',
  'رسالة إلى أمي',
  '給未來的你',
  'Zażółć gęślą jaźń',
  '👩‍👩‍👧‍👦🏳️‍🌈🎂',
  '\u202eright to left\u202c \u200b\ufeff',
  '__proto__',
  'null',
  '0042',
  '𝒽𝒾 \u{10ffff}',
];

const keptText = fc
  .string({ unit: 'binary', minLength: 1 })
  .map(normalizeText)
  .filter((text) => textFault('content', text) === null);

export function describeLetters(engine: Engine): void {
  describe('a letter', () => {
    test('is stored with every field, and found by its id', async () => {
      const { store } = await openPlace(engine);
      const letter = draft({ hidden: true });
      const created = await store.letters.create(letter, NOW);
      const kept = {
        ...letter,
        updatedAt: null,
        version: 1,
        origin: null,
        position: expect.toSatisfy(isPosition),
      };
      expect(created).toEqual({ outcome: 'created', letter: kept });
      expect(await store.letters.get(letter.id)).toEqual(kept);
      expect(await store.letters.get('another')).toBeNull();
      expect(await store.letters.get(letter.id.toUpperCase())).toBeNull();
    });

    test('is not found, changed or deleted by an invalid id', async () => {
      const { store } = await openPlace(engine);
      const letter = await sent(store);
      const { id } = letter;
      const odd = ['', ' ', `${id} `, `${id}\0`, '\0', '\ud800', '.', '..', `../${id}`, `${id}/x`];
      for (const other of [...odd, 'a/b/c', '__id__', '%', 'ż', '__proto__', 'x'.repeat(5000)]) {
        expect(await store.letters.get(other)).toBeNull();
        expect(await store.letters.update(other, draft(), NOW)).toEqual({ outcome: 'missing' });
        expect(await store.letters.delete(other)).toBe('missing');
      }
      expect((await store.letters.listAll({ limit: 9 })).items).toEqual([letter]);
    });

    test('is read back exactly as it was typed', async () => {
      const { store } = await openPlace(engine);
      const comesBack = async (title: string, content: string, signature: string) => {
        const { id } = await sent(store, { title, content, signature });
        expect(await store.letters.get(id)).toMatchObject({ title, content, signature });
      };
      for (const text of AWKWARD) await comesBack(text, text, text);
      await comesBack('long', '𝒽'.repeat(200_000), 'M');
      await fc.assert(fc.asyncProperty(keptText, keptText, keptText, comesBack), { numRuns: 60 });
    });

    test('before 1970, or of the first or last year, keeps its day', async () => {
      const { store } = await openPlace(engine);
      for (const date of ['0001-01-01', '1969-12-31', '1912-06-23', '9999-12-31']) {
        const { id, createdAt } = await sent(store, { date });
        expect(await store.letters.get(id)).toMatchObject({ date, createdAt });
      }
    });

    test('is visible to every other instance, and survives closing all of them', async () => {
      const { store, another } = await openPlace(engine);
      const letter = await sent(store);
      expect(await (await another()).letters.get(letter.id)).toEqual(letter);
      await store.close();
      expect(await (await another()).letters.get(letter.id)).toEqual(letter);
    });

    test('changes only its text in an update, and never its position', async () => {
      const { store } = await openPlace(engine);
      const before = await sent(store, { date: '2026-01-01' });
      const newer = await sent(store, { date: '2026-02-02' });
      const { id: _, createdAt: __, ...text } = draft({ date: '2026-03-03', hidden: true });
      const updated = await store.letters.update(before.id, text, NOW + 5);
      const letter = { ...before, ...text, updatedAt: NOW + 5, version: 2 };
      expect(updated).toEqual({ outcome: 'updated', letter });
      expect(await store.letters.get(before.id)).toEqual(letter);
      const all = await store.letters.listAll({ limit: 10 });
      expect(all.items).toEqual([newer, letter]);
    });

    test('is not changed by an update that names another version, or an unknown id', async () => {
      const { store } = await openPlace(engine);
      const letter = await sent(store);
      const text = draft({ title: 'New' });
      expect(await store.letters.update(letter.id, text, NOW, 2)).toEqual({ outcome: 'stale' });
      expect(await store.letters.update('nobody', text, NOW)).toEqual({ outcome: 'missing' });
      expect(await store.letters.update('nobody', text, NOW, 1)).toEqual({ outcome: 'missing' });
      expect(await store.letters.get(letter.id)).toEqual(letter);
      const { outcome } = await store.letters.update(letter.id, text, NOW, 1);
      expect(outcome).toBe('updated');
      expect(await store.letters.update(letter.id, text, NOW, 1)).toEqual({ outcome: 'stale' });
    });

    test('that two instances change at once from the same version is changed by one of them', async () => {
      const { store, another } = await openPlace(engine);
      const letter = await sent(store);
      const updates = await Promise.all(
        [store, await another()].map(({ letters }) => letters.update(letter.id, draft(), NOW, 1)),
      );
      expect(updates.map(({ outcome }) => outcome).sort()).toEqual(['stale', 'updated']);
    });

    test('that is deleted cannot be found, nor deleted twice', async () => {
      const { store } = await openPlace(engine);
      const letter = await sent(store);
      const other = await sent(store);
      expect(await store.letters.delete(letter.id)).toBe('deleted');
      expect(await store.letters.get(letter.id)).toBeNull();
      expect(await store.letters.delete(letter.id)).toBe('missing');
      expect((await store.letters.listAll({ limit: 10 })).items).toEqual([other]);
    });

    test('is not deleted by a deletion that names another version', async () => {
      const { store } = await openPlace(engine);
      const { id } = await sent(store);
      await store.letters.update(id, draft({ title: 'New' }), NOW);
      expect(await store.letters.delete(id, 1)).toBe('stale');
      expect(await store.letters.get(id)).toMatchObject({ title: 'New', version: 2 });
      expect(await store.letters.delete(id, 2)).toBe('deleted');
      expect(await store.letters.delete(id, 2)).toBe('missing');
    });
  });

  describe('a retry', () => {
    const attempt = { key: 'one attempt', digest: 'a' };

    test('finds the first letter in its current version, and creates no second', async () => {
      const { store } = await openPlace(engine);
      const first = draft();
      await store.letters.create(first, NOW, attempt);
      const updated = await store.letters.update(first.id, draft({ title: 'New' }), NOW);
      const repeated = await store.letters.create(draft(), NOW, attempt);
      expect(repeated).toEqual({ ...updated, outcome: 'repeated' });
      expect((await store.letters.listAll({ limit: 10 })).items).toHaveLength(1);
    });

    test('with another text under the same key is refused', async () => {
      const { store } = await openPlace(engine);
      await store.letters.create(draft(), NOW, attempt);
      const other = await store.letters.create(draft(), NOW, { ...attempt, digest: 'b' });
      expect(other).toEqual({ outcome: 'key-reused' });
      expect((await store.letters.listAll({ limit: 10 })).items).toHaveLength(1);
    });

    test('does not restore a letter that was deleted since', async () => {
      const { store } = await openPlace(engine);
      const letter = draft();
      await store.letters.create(letter, NOW, attempt);
      await store.letters.delete(letter.id);
      expect(await store.letters.create(draft(), NOW, attempt)).toEqual({ outcome: 'deleted' });
      expect((await store.letters.listAll({ limit: 10 })).items).toEqual([]);
    });

    test('at the same time, on another instance, creates no second letter either', async () => {
      const { store, another } = await openPlace(engine);
      const created = await Promise.all(
        [store, await another()].map(({ letters }) => letters.create(draft(), NOW, attempt)),
      );
      expect(created.map(({ outcome }) => outcome).sort()).toEqual(['created', 'repeated']);
      expect((await store.letters.listAll({ limit: 10 })).items).toHaveLength(1);
    });

    test('after more than a week is another letter', async () => {
      const { store } = await openPlace(engine);
      const week = 7 * 24 * 60 * 60 * 1000;
      await store.letters.create(draft(), NOW, attempt);
      const onTheDay = await store.letters.create(draft(), NOW + week, attempt);
      const later = await store.letters.create(draft(), NOW + week + 1, attempt);
      expect([onTheDay.outcome, later.outcome]).toEqual(['repeated', 'created']);
    });
  });
}
