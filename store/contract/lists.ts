import { describe, expect, test } from 'vitest';
import { draft, type Engine, ids, imported, NOW, openPlace, sent, summaryOf } from './engine.ts';

export function describeLists(engine: Engine): void {
  describe('the lists', () => {
    test('are empty if there is no letter', async () => {
      const { store } = await openPlace(engine);
      const nothing = { items: [], next: null };
      expect(await store.letters.listAll({ limit: 1 })).toEqual(nothing);
      expect(await store.letters.listAll({ limit: 1, search: ['x'] })).toEqual(nothing);
      expect(await store.letters.listVisible({ limit: 1 })).toEqual(nothing);
    });

    test('are sorted newest first, within a day by the time of sending, undated letters last', async () => {
      const { store } = await openPlace(engine);
      const undated = imported({ date: null, createdAt: null });
      await store.letters.importAll([undated], NOW);
      const oldest = await sent(store, { date: '0001-01-01' });
      const before1970 = await sent(store, { date: '1969-07-20' });
      const newest = await sent(store, { date: '2026-11-20' });
      const morning = await sent(store, { date: '2020-05-05' });
      const evening = await sent(store, { date: '2020-05-05' });
      const letters = [newest, evening, morning, before1970, oldest, undated];
      expect(ids((await store.letters.listAll({ limit: 9 })).items)).toEqual(ids(letters));
      expect(ids((await store.letters.listVisible({ limit: 9 })).items)).toEqual(ids(letters));
    });

    test('keep the order of sending if the clock stands still or goes back', async () => {
      const { store } = await openPlace(engine);
      const [one, two, three] = [imported(), imported(), imported()];
      await store.letters.importAll([one], NOW);
      await store.letters.importAll([two], NOW);
      await store.letters.importAll([three], NOW - 60_000);
      const { items } = await store.letters.listVisible({ limit: 9 });
      expect(ids(items)).toEqual(ids([three, two, one]));
    });

    test('keep the order of sending after an older letter was changed under such a clock', async () => {
      const { store } = await openPlace(engine);
      const [one, two, three] = [imported(), imported(), imported()];
      await store.letters.importAll([one], NOW);
      await store.letters.importAll([two], NOW + 60_000);
      await store.letters.update(one.id, draft(), NOW);
      await store.letters.importAll([three], NOW);
      const { items } = await store.letters.listVisible({ limit: 9 });
      expect(ids(items)).toEqual(ids([three, two, one]));
    });

    test('show readers only envelopes, and no hidden letter', async () => {
      const { store } = await openPlace(engine);
      const { id, title, date, position } = await sent(store);
      const hidden = await sent(store, { hidden: true });
      expect(await store.letters.listVisible({ limit: 9 })).toEqual({
        items: [{ id, title, date, position }],
        next: null,
      });
      expect(ids((await store.letters.listAll({ limit: 9 })).items)).toEqual([hidden.id, id]);
    });

    test('find the visible neighbours of each letter, skipping hidden ones', async () => {
      const { store } = await openPlace(engine);
      const first = await sent(store, { date: '2026-11-01' });
      await sent(store, { date: '2026-11-02', hidden: true });
      const second = await sent(store, { date: '2026-11-03' });
      const third = await sent(store, { date: '2026-11-03' });
      await sent(store, { date: '2026-11-04', hidden: true });
      const beside = ({ position }: typeof first) => store.letters.neighbours(position);
      expect(await beside(first)).toEqual({ earlier: null, later: summaryOf(second) });
      expect(await beside(second)).toEqual({ earlier: summaryOf(first), later: summaryOf(third) });
      expect(await beside(third)).toEqual({ earlier: summaryOf(second), later: null });
    });

    test('continue from a cursor, page after page, to the end', async () => {
      const { store } = await openPlace(engine);
      const letters = [];
      for (let day = 1; day <= 7; day += 1) {
        letters.unshift(await sent(store, { date: `2026-11-0${day}`, hidden: day % 2 === 0 }));
      }
      const visible = letters.filter(({ hidden }) => !hidden);
      for (const limit of [1, 2, 3, 4, 7, 8]) {
        expect(ids(await everyPage(limit, store.letters.listAll))).toEqual(ids(letters));
        expect(ids(await everyPage(limit, store.letters.listVisible))).toEqual(ids(visible));
      }
    });

    test('neither repeat nor skip a letter if others are sent and deleted between two pages', async () => {
      const { store } = await openPlace(engine);
      const d = await sent(store, { date: '2026-01-01' });
      const b = await sent(store, { date: '2026-03-01' });
      const a = await sent(store, { date: '2026-04-01' });
      const first = await store.letters.listVisible({ limit: 2 });
      expect(ids(first.items)).toEqual(ids([a, b]));
      await sent(store, { date: '2026-05-01' });
      const c = await sent(store, { date: '2026-02-01' });
      await store.letters.delete(b.id);
      const second = await store.letters.listVisible({ limit: 2, after: first.next ?? '' });
      expect(ids(second.items)).toEqual(ids([c, d]));
      expect(second.next).toBeNull();
    });

    test('also start between two positions', async () => {
      const { store } = await openPlace(engine);
      const old = await sent(store, { date: '2026-01-01' });
      const middle = await sent(store, { date: '2026-02-01' });
      await sent(store, { date: '2026-03-01' });
      const { items } = await store.letters.listVisible({ limit: 9, after: `${middle.position}0` });
      expect(ids(items)).toEqual(ids([middle, old]));
    });
  });

  describe('a search', () => {
    test.each([
      ['title', 'needle'],
      ['content', 'needle'],
      ['signature', 'needle'],
    ])('finds text in the %s', async (field, words) => {
      const { store } = await openPlace(engine);
      const letter = await sent(store, { [field]: `Some needles here`, hidden: true });
      await sent(store);
      expect((await store.letters.listAll({ limit: 9, search: [words] })).items).toEqual([letter]);
    });

    test.each([
      ['Żółć i miód', 'ZOLC'],
      ['Zolc i miod', 'żółć'],
      ['Grüße aus Gießen', 'GRUSSE AUS GIESSEN'],
      ['Rødgrød på Ærø', 'rodgrod pa aero'],
      ['Đà Nẵng, Ħamrun', 'da nang, hamrun'],
      ['Mon cœur', 'coeur'],
      ['Işık', 'IŞIK'],
      ['Léonie', 'leonie'],
      ['Leonie', 'LÉONIE'],
      ['رِسَالَةٌ إلى أمي', 'رسالة'],
      ['給未來的你', '未來'],
      ['二〇二六年、東京', '東京'],
      ['Ὀδυσσεύς', 'οδυσσευσ'],
      ['Привет, Ёжик', 'ежик'],
      ['한국어 편지', '편지'],
      ['a cake 🎂 for you', '🎂'],
      ['100% sure_thing', '% sure_'],
      ['it\'s "quoted" \\', '\'s "quoted" \\'],
      ['ＦＵＬＬ width', 'full'],
      ['𝓗𝓮𝓵𝓵𝓸 dear', 'hello'],
      ['You don’t say', "don't say"],
      ["You don't say", 'don’t say'],
      ['„Komm!“, said he', '"komm!"'],
      ['a well-kept secret', 'well‑kept'],
      ['at sea – and home', 'sea - and'],
      ['the sea\n  is calm', 'sea is'],
      ['une lettre\u00a0: ici', 'lettre : ici'],
      ['Kaho\u02bbolawe, \u02bfAli', "kaho'olawe, 'ali"],
      ['ד״ר כהן מצ׳ילה', `ד"ר כהן מצ'ילה`],
      ['رســـالة', 'رسالة'],
      ['an ex\u00adtra\u200bordi\ufeffnary day', 'extraordinary'],
      ['Words.\n\nMore words.', 'words.\tMore'],
    ])('finds in %j the text %j', async (content, search) => {
      const { store } = await openPlace(engine);
      const letter = await sent(store, { content });
      await sent(store, { content: 'Nothing of the kind: 10 percent, sure thing.' });
      expect(ids((await store.letters.listAll({ limit: 9, search: [search] })).items)).toEqual([
        letter.id,
      ]);
    });

    test('has no wildcards, and finds text only as it was written', async () => {
      const { store } = await openPlace(engine);
      await sent(store, { title: 'abc', content: 'a b c', signature: 'Maren' });
      for (const search of [
        '%',
        '_',
        'a%c',
        'a_c',
        '*',
        'a*',
        '"',
        "'",
        'cb',
        'bca',
        '\0',
        '\ud800',
        'c\u0001a',
      ]) {
        expect((await store.letters.listAll({ limit: 9, search: [search] })).items).toEqual([]);
      }
    });

    test('for several words finds letters that contain each of them, anywhere', async () => {
      const { store } = await openPlace(engine);
      const find = async (...search: string[]) =>
        ids((await store.letters.listAll({ limit: 9, search })).items);
      const title = 'A walk by the sea';
      const both = await sent(store, { title, content: 'Mother was there.', signature: 'Ines' });
      await sent(store, { title, content: 'I was alone.' });
      await sent(store, { title: 'Mother', content: 'She sleeps.' });
      for (const words of ['mother sea', 'sea mother', 'ines mother walk', 'by the sea moth']) {
        expect(await find(...words.split(' ')), words).toEqual([both.id]);
      }
      expect(await find('mother', 'walk', 'moon')).toEqual([]);
      expect(await find('mother', '\0')).toEqual([]);
      expect(await find('mother', '', 'by the sea')).toEqual([both.id]);
      expect(await find(...'abcdefghijklmnopqrstuvwxyz')).toEqual([]);
      expect(await find(...'mother was there ines '.repeat(9).split(' '))).toEqual([both.id]);
    });

    test('for an empty text finds all letters, and long results have pages', async () => {
      const { store } = await openPlace(engine);
      const found = [];
      for (let day = 1; day <= 5; day += 1) {
        found.unshift(await sent(store, { date: `2026-11-0${day}`, title: `Found ${day}` }));
        await sent(store, { date: `2026-11-0${day}` });
      }
      expect((await store.letters.listAll({ limit: 99, search: [''] })).items).toHaveLength(10);
      const pages = await everyPage(2, (page) =>
        store.letters.listAll({ ...page, search: ['found'] }),
      );
      expect(ids(pages)).toEqual(ids(found));
    });
  });
}

async function everyPage<Item>(
  limit: number,
  list: (page: {
    limit: number;
    after?: string;
  }) => Promise<{ items: Item[]; next: string | null }>,
): Promise<Item[]> {
  const all: Item[] = [];
  let after: string | null | undefined;
  do {
    const page = await list({ limit, ...(after ? { after } : {}) });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    expect(page.items.length).toBeGreaterThan(0);
    all.push(...page.items);
    after = page.next;
  } while (after);
  return all;
}
