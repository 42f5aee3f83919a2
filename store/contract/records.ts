import { describe, expect, test } from 'vitest';
import { type Engine, NOW, openPlace } from './engine.ts';

export function describeRecords(engine: Engine): void {
  describe('a record', () => {
    test('is stored under its kind and key, and can be replaced and deleted', async () => {
      const { store, another } = await openPlace(engine);
      const { records } = store;
      const value = { text: 'ż 🎂 \' "', number: -1.5, yes: true, nothing: null };
      expect(await records.get('session', 'one')).toBeNull();
      const version = await records.put('session', 'one', value);
      const kept = { value, version, expiresAt: null };
      expect(await records.get('session', 'one')).toEqual(kept);
      expect(await (await another()).records.get('session', 'one')).toEqual(kept);
      expect(await records.get('session', 'two')).toBeNull();
      expect(await records.get('throttle', 'one')).toBeNull();
      await records.put('session', 'one', { other: 1 });
      expect(await records.get('session', 'one')).toMatchObject({ value: { other: 1 } });
      expect(await records.delete('session', 'one')).toBe(true);
      expect(await records.delete('session', 'one')).toBe(false);
      expect(await records.get('session', 'one')).toBeNull();
    });

    test('is found under its own name only, however unusual that is', async () => {
      const { records } = (await openPlace(engine)).store;
      const names = [
        'a',
        'A',
        ' a',
        'a ',
        'a/b',
        'a\\b',
        'a"b',
        "a'b",
        'a\nb',
        '.',
        '..',
        '%2F',
        '%',
        '_',
        ...['__a__', 'constructor', 'ż', 'z\u0307', '🎂', 'x'.repeat(200)],
      ];
      for (const [n, name] of names.entries()) {
        await records.put('k', name, { n, name });
        await records.put(name, 'k', { n, name });
      }
      for (const [n, name] of names.entries()) {
        expect(await records.get('k', name)).toMatchObject({ value: { n, name } });
        expect(await records.get(name, 'k')).toMatchObject({ value: { n, name } });
      }
      expect(await records.delete('k', 'a')).toBe(true);
      expect(await records.get('k', 'A')).not.toBeNull();
      expect(await records.get('k', 'a/')).toBeNull();
    });

    test('is replaced only in the version that was named', async () => {
      const { records } = (await openPlace(engine)).store;
      expect(await records.put('k', 'a', { n: 0 }, { ifVersion: 1 })).toBeNull();
      expect(await records.get('k', 'a')).toBeNull();
      const first = await records.put('k', 'a', { n: 1 }, { ifVersion: 0 });
      expect(first).toBeGreaterThan(0);
      expect(await records.put('k', 'a', { n: 2 }, { ifVersion: 0 })).toBeNull();
      const second = await records.put('k', 'a', { n: 2 }, { ifVersion: first ?? 0 });
      expect(second).not.toBe(first);
      expect(await records.put('k', 'a', { n: 3 }, { ifVersion: first ?? 0 })).toBeNull();
      const kept = { value: { n: 2 }, version: second, expiresAt: null };
      expect(await records.get('k', 'a')).toEqual(kept);
    });

    test('that is replaced has a new version, and the new expiry', async () => {
      const { records } = (await openPlace(engine)).store;
      const first = await records.put('k', 'a', { n: 1 }, { expiresAt: NOW + 1 });
      const second = await records.put('k', 'a', { n: 2 });
      const kept = { value: { n: 2 }, version: second, expiresAt: null };
      expect(await records.get('k', 'a')).toEqual(kept);
      expect(await records.put('k', 'a', { n: 3 }, { ifVersion: first ?? 0 })).toBeNull();
      const named = { ifVersion: second ?? 0, expiresAt: NOW + 2 };
      const third = await records.put('k', 'a', { n: 3 }, named);
      const last = { value: { n: 3 }, version: third, expiresAt: NOW + 2 };
      expect(await records.get('k', 'a')).toEqual(last);
    });

    test('that was deleted and created again has another version', async () => {
      const { records } = (await openPlace(engine)).store;
      const first = await records.put('k', 'a', { n: 1 });
      await records.delete('k', 'a');
      await records.put('k', 'a', { n: 2 });
      expect(await records.put('k', 'a', { n: 3 }, { ifVersion: first ?? 0 })).toBeNull();
    });

    test('that many replace at once from the same version is replaced by one', async () => {
      const { store, another } = await openPlace(engine);
      const stores = [store, await another(), store, await another()];
      let version = 0;
      for (const turn of [1, 2]) {
        const options = { ifVersion: version };
        const puts = stores.map(({ records }, n) => records.put('k', 'a', { turn, n }, options));
        const versions = await Promise.all(puts);
        const kept = versions.filter((one) => one !== null);
        expect(kept).toHaveLength(1);
        [version = 0] = kept;
        const value = { turn, n: versions.indexOf(version) };
        expect(await store.records.get('k', 'a')).toMatchObject({ value, version });
      }
    });

    test('counts as missing from the moment that it expires', async () => {
      let now = NOW;
      const { records } = (await openPlace(engine, () => now)).store;
      const expiresAt = NOW + 1000;
      const version = await records.put('k', 'a', { n: 1 }, { expiresAt });
      await records.put('k', 'for ever', { n: 1 });
      await records.put('k', 'b', {}, { expiresAt });
      now = expiresAt - 1;
      expect(await records.get('k', 'a')).toEqual({ value: { n: 1 }, version, expiresAt });
      now = expiresAt;
      expect(await records.get('k', 'a')).toBeNull();
      expect(await records.delete('k', 'b')).toBe(false);
      expect(await records.put('k', 'a', { n: 2 }, { ifVersion: version ?? 0 })).toBeNull();
      expect(await records.delete('k', 'a')).toBe(false);
      expect(await records.put('k', 'a', { n: 3 }, { ifVersion: 0 })).not.toBeNull();
      expect(await records.get('k', 'a')).toMatchObject({ value: { n: 3 }, expiresAt: null });
      expect(await records.get('k', 'for ever')).toMatchObject({ value: { n: 1 } });
    });

    test('is listed with all others of its kind, as long as it exists', async () => {
      let now = NOW;
      const { store, another } = await openPlace(engine, () => now);
      const { records } = store;
      const expiresAt = NOW + 1000;
      const one = await records.put('draft', 'one', { n: 1, words: 'ż 🎂\n' });
      const two = await records.put('draft', 'two', { n: 2 }, { expiresAt });
      await records.put('draft', 'gone', { n: 3 });
      await records.delete('draft', 'gone');
      await records.put('drafts', 'other', { n: 4 });
      await records.put('admin', 'credentials', { mainPassword: 'a' });
      const list = async (from: typeof records, kind: string) =>
        (await from.list(kind)).sort((a, b) => Number(a.value.n) - Number(b.value.n));
      const first = { value: { n: 1, words: 'ż 🎂\n' }, version: one, expiresAt: null };
      const second = { value: { n: 2 }, version: two, expiresAt };
      expect(await list(records, 'draft')).toEqual([first, second]);
      expect(await list((await another()).records, 'draft')).toEqual([first, second]);
      expect(await list(records, 'nothing of this kind')).toEqual([]);
      expect(await list(records, 'admin')).toMatchObject([{ value: { mainPassword: 'a' } }]);
      now = expiresAt;
      expect(await list(records, 'draft')).toEqual([first]);
    });

    test('is deleted with all others of its kind, and no others', async () => {
      const { records } = (await openPlace(engine)).store;
      await records.put('session', 'a', {});
      await records.put('session', 'b', {});
      await records.put('sessions', 'a', {});
      await records.deleteAll('session');
      await records.deleteAll('nothing of this kind');
      expect(await records.get('session', 'a')).toBeNull();
      expect(await records.get('session', 'b')).toBeNull();
      expect(await records.get('sessions', 'a')).toMatchObject({ value: {} });
    });
  });
}
