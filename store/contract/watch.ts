import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import type { Letter } from '#core/letter.ts';
import type { Store, VisibleChange } from '#core/store.ts';
import {
  draft,
  type Engine,
  imported,
  NOW,
  openPlace,
  sent,
  summaryOf,
  watching,
} from './engine.ts';

const shown = (seq: number, letter: Letter): VisibleChange => ({
  kind: 'shown',
  seq,
  letter: summaryOf(letter),
});

/** Changes a letter's text in the given fields alone. */
async function edit(store: Store, letter: Letter, fields: Partial<Letter>): Promise<Letter> {
  const text = { ...letter, date: letter.date ?? '', ...fields } as Letter & { date: string };
  const updated = await store.letters.update(letter.id, text, NOW);
  if (updated.outcome !== 'updated') throw new Error(`The letter is ${updated.outcome}.`);
  return updated.letter;
}

export function describeWatch(engine: Engine): void {
  describe('watchers are told', () => {
    test('of each change to what readers can see, in order, before the call resolves', async () => {
      const { store } = await openPlace(engine);
      const { seq, changes } = await watching(store);
      const letter = await sent(store);
      expect(changes).toEqual([shown(seq + 1, letter)]);
      let edited = letter;
      for (const [at, fields] of [
        { title: 'New' },
        { date: '1999-09-09' },
        { content: 'Other words' },
        { signature: 'Someone' },
        {},
      ].entries()) {
        edited = await edit(store, edited, fields);
        expect(changes[at + 1]).toEqual(shown(seq + 2 + at, edited));
      }
      await edit(store, letter, { hidden: true });
      expect(changes[6]).toEqual({ kind: 'withdrawn', seq: seq + 7, id: letter.id });
      const again = await edit(store, letter, { hidden: false });
      expect(changes[7]).toEqual(shown(seq + 8, again));
      await store.letters.delete(letter.id);
      expect(changes[8]).toEqual({ kind: 'withdrawn', seq: seq + 9, id: letter.id });
      const from = imported();
      await store.letters.importAll([from, imported({ hidden: true }), from], NOW);
      expect(changes[9]).toMatchObject({ kind: 'shown', seq: seq + 10, letter: { id: from.id } });
      expect(changes).toHaveLength(10);
    });

    test('of no other change', async () => {
      const { store } = await openPlace(engine);
      const hidden = await sent(store, { hidden: true });
      const visible = await sent(store);
      const attempt = { key: 'k', digest: 'd' };
      await store.letters.create(draft(), NOW, attempt);
      const { seq, changes } = await watching(store);

      await sent(store, { hidden: true });
      await edit(store, hidden, { title: 'New', content: 'New', date: '2000-01-01' });
      await store.letters.update(visible.id, draft({ hidden: true }), NOW, 99);
      await store.letters.update('nobody', draft(), NOW);
      await store.letters.delete('nobody');
      await store.letters.delete(hidden.id);
      await store.letters.create(draft(), NOW, attempt);
      await store.letters.create(draft(), NOW, { ...attempt, digest: 'other' });
      await store.letters.importAll([imported({ hidden: true }), imported(visible)], NOW);
      const unkeepable = { ...imported(), title: undefined as unknown as string };
      await store.letters.importAll([imported(), unkeepable], NOW).catch(() => {});
      await store.records.put('k', 'a', {});

      expect(changes).toEqual([]);
      // The next number shows that nothing was on its way either.
      const letter = await sent(store);
      expect(changes).toEqual([shown(seq + 1, letter)]);
    });

    test('all of them, from when they begin until they end', async () => {
      const { store } = await openPlace(engine);
      await sent(store);
      const one = await watching(store);
      const a = await sent(store);
      const two = await watching(store);
      expect(two.seq).toBe(one.seq + 1);
      const b = await sent(store);
      one.close();
      one.close();
      const c = await sent(store);
      const [onA, onB, onC] = [a, b, c].map((letter, at) => shown(one.seq + 1 + at, letter));
      expect(one.changes).toEqual([onA, onB]);
      expect(two.changes).toEqual([onB, onC]);
    });

    test('in order, even if a listener writes', async () => {
      const { store } = await openPlace(engine);
      const writes: Promise<unknown>[] = [];
      await store.letters.watchVisible((change) => {
        if (change.kind === 'shown') writes.push(store.letters.delete(change.letter.id));
      });
      const { seq, changes } = await watching(store);
      const letter = await sent(store);
      await Promise.all(writes);
      const withdrawn = { kind: 'withdrawn', seq: seq + 2, id: letter.id };
      expect(changes).toEqual([shown(seq + 1, letter), withdrawn]);
    });

    test('of what another instance did, once, and in order with their own changes', async () => {
      const { store, another } = await openPlace(engine);
      const other = await another();
      const { seq, changes } = await watching(store);
      const theirs = await sent(other);
      await sent(other, { hidden: true });
      const told = Promise.withResolvers<void>();
      const later = await store.letters.watchVisible(
        ({ kind }) => kind === 'withdrawn' && told.resolve(),
      );
      expect(later.seq).toBe(seq + 1);
      const ours = await sent(store);
      await other.letters.delete(ours.id);
      await told.promise;
      const withdrawn = { kind: 'withdrawn', seq: seq + 3, id: ours.id };
      expect(changes).toEqual([shown(seq + 1, theirs), shown(seq + 2, ours), withdrawn]);
    });
  });

  test('a closed store says so, and tells nobody anything more', async () => {
    const { store, another } = await openPlace(engine);
    const { changes } = await watching(store);
    await store.ping();
    await store.close();
    await store.close();
    await sent(await another());
    await expect(store.ping()).rejects.toThrow(StoreUnavailable);
    await expect(store.letters.get('x')).rejects.toThrow(StoreUnavailable);
    await expect(sent(store)).rejects.toThrow(StoreUnavailable);
    await expect(store.records.put('k', 'a', {})).rejects.toThrow(StoreUnavailable);
    await expect(store.letters.watchVisible(() => {})).rejects.toThrow(StoreUnavailable);
    expect(changes).toEqual([]);
  });
}
