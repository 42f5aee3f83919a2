import { Bytes, type Firestore, GeoPoint, Timestamp } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import { readLetterFile, writeLetterFile } from '#core/letter-file.ts';
import { isPosition } from '#core/position.ts';
import { sharedExport } from '#test/shared-export.ts';
import { firestoreForTests } from '#test/stores/firestore-project.ts';
import { draft, ids, NOW, sent } from '../contract/engine.ts';

const firestore = firestoreForTests();

const DAY = Timestamp.fromMillis(Date.UTC(2026, 4, 2));
const whole = {
  title: 'Title',
  date: '2026-05-02',
  customDate: '2026-05-02',
  content: 'Content',
  signature: 'Maren',
  hidden: false,
  createdAt: DAY,
};

async function seed(outside: Firestore, documents: Record<string, object>): Promise<void> {
  // One after the other, since their order is that of their creation.
  for (const [id, fields] of Object.entries(documents)) {
    await outside.collection('letters').doc(id).create(fields);
  }
}

async function fieldsOf(outside: Firestore, id: string): Promise<Record<string, unknown>> {
  return (await outside.collection('letters').doc(id).get()).data() ?? {};
}

describe('letters of other programs', () => {
  test('are used as they are; fields are only added', async () => {
    const { outside, open } = firestore.project();
    await seed(outside, { old: { ...whole, updatedAt: DAY, mood: 'calm' } });
    const store = await open();
    expect(await store.letters.get('old')).toMatchObject({
      id: 'old',
      title: 'Title',
      date: '2026-05-02',
      content: 'Content',
      signature: 'Maren',
      hidden: false,
      createdAt: DAY.toMillis(),
      updatedAt: DAY.toMillis(),
      version: 1,
      position: expect.toSatisfy(isPosition),
    });
    const after = await fieldsOf(outside, 'old');
    expect(after).toMatchObject({ ...whole, updatedAt: DAY, mood: 'calm' });
    const added = Object.keys(after).filter((key) => !(key in whole));
    const ours = ['digest', 'position', 'sent', 'version', 'visiblePosition'];
    expect(added.sort()).toEqual([...ours, 'mood', 'updatedAt'].sort());
  });

  test('keep their order: by createdAt, then by creation', async () => {
    const { outside, open } = firestore.project();
    const later = Timestamp.fromMillis(DAY.toMillis() + 1);
    await seed(outside, { b: { ...whole, createdAt: later }, a: whole, c: whole });
    const store = await open();
    const { createdAt: _, ...undated } = { ...whole, date: '', customDate: '' };
    await seed(outside, { undated });
    const own = await sent(store, { date: '2026-05-02' });
    const other = await open();
    const { items } = await other.letters.listVisible({ limit: 9 });
    expect(ids(items)).toEqual(['b', own.id, 'c', 'a', 'undated']);
    expect(ids((await other.letters.listAll({ limit: 9 })).items)).toEqual(ids(items));
  });

  test.each<[string, object, object]>([
    ['no field at all', {}, { title: '', content: '', signature: '', date: null, hidden: false }],
    ['no hidden field', { ...whole, hidden: null }, { hidden: false }],
    ['hidden as text', { ...whole, hidden: 'yes' }, { hidden: true }],
    ['texts of other types', { title: 7, content: ['x'], signature: {} }, { title: '' }],
    ['control characters', { ...whole, title: 'a\u0000b\r\nc' }, { title: 'ab\nc' }],
    ['an ISO date', { ...whole, createdAt: '2026-05-02' }, { createdAt: DAY.toMillis() }],
    [
      'a map of seconds',
      { ...whole, createdAt: { seconds: DAY.seconds, nanoseconds: 0 } },
      { createdAt: DAY.toMillis() },
    ],
    [
      'a map of _seconds',
      { ...whole, createdAt: { _seconds: DAY.seconds, _nanoseconds: 0 } },
      { createdAt: DAY.toMillis() },
    ],
    ['a timestamp for a date', { ...whole, date: DAY, customDate: DAY }, { date: '2026-05-02' }],
    ['only a customDate', { ...whole, date: null }, { date: '2026-05-02' }],
    ['no createdAt', { ...whole, createdAt: null }, { createdAt: DAY.toMillis() }],
    [
      'words for a date',
      { ...whole, date: 'some day', customDate: 'some day' },
      { date: 'some day' },
    ],
    ['words beside a day', { ...whole, date: 'some day' }, { date: whole.customDate }],
    ['two days', { ...whole, date: '2020-01-01' }, { date: whole.customDate }],
    ['an unreadable date', { ...whole, date: true, customDate: 5 }, { date: 'unreadable' }],
    ['an unreadable date beside a day', { ...whole, date: 5 }, { date: whole.customDate }],
    [
      'no date beside an unreadable one',
      { ...whole, date: '', customDate: {} },
      { date: 'unreadable' },
    ],
    ['an unreadable createdAt', { createdAt: new GeoPoint(1, 2) }, { createdAt: null }],
  ])('with %s can be read, listed and edited', async (_, fields, expected) => {
    const { outside, open } = firestore.project();
    await seed(outside, { odd: fields });
    const store = await open();
    const letter = await store.letters.get('odd');
    expect(letter).toMatchObject(expected);
    expect((await store.letters.listAll({ limit: 9 })).items).toEqual([letter]);
    const listed = (await store.letters.listVisible({ limit: 9 })).items;
    expect(ids(listed)).toEqual(letter?.hidden ? [] : ['odd']);
    const { id: __, createdAt: ___, ...text } = draft({ title: 'New' });
    const updated = await store.letters.update('odd', text, NOW, letter?.version);
    expect(updated).toMatchObject({ outcome: 'updated', letter: { ...text, version: 2 } });
    expect(await store.letters.get('odd')).toEqual('letter' in updated && updated.letter);
    expect(await store.letters.get('odd')).toMatchObject({ createdAt: letter?.createdAt });
    const { createdAt } = fields as { createdAt?: unknown };
    expect((await fieldsOf(outside, 'odd')).createdAt).toEqual(createdAt);
  });

  test('whose id no link can contain are ignored', async () => {
    const { outside, open } = firestore.project();
    await seed(outside, { 'a b': whole, ünï: whole, fine: whole });
    const store = await open();
    expect(ids((await store.letters.listAll({ limit: 9 })).items)).toEqual(['fine']);
    expect(ids((await store.letters.listVisible({ limit: 9 })).items)).toEqual(['fine']);
    expect(ids(await Array.fromAsync(store.letters.exportAll()))).toEqual(['fine']);
    expect(await fieldsOf(outside, 'a b')).toMatchObject(whole);
    expect(await store.faults()).toEqual([
      '2 documents in the collection letters cannot be shown, because no link can carry the id.',
    ]);
  });

  test('are adopted once by two instances that start together', async () => {
    const { outside, open } = firestore.project();
    const batch = outside.batch();
    for (let n = 0; n < 130; n += 1) batch.create(outside.doc(`letters/old${n}`), whole);
    await batch.commit();
    const [one, two] = await Promise.all([open(), open()]);
    const all = await Array.fromAsync(one.letters.exportAll());
    expect(all).toHaveLength(130);
    expect(new Set(all.map(({ position }) => position.slice(10))).size).toBe(130);
    expect(all.every(({ version }) => version === 1)).toBe(true);
    expect(await Array.fromAsync(two.letters.exportAll())).toEqual(all);
    const changes = await outside.collection('changes').get();
    await open();
    expect((await outside.collection('changes').get()).size).toBe(changes.size);
  });

  test('are listed if another program made them visible while the site was down', async () => {
    const { outside, open } = firestore.project();
    const store = await open();
    const letter = await sent(store, { hidden: true });
    const still = await sent(store, { hidden: true });
    await outside.doc(`letters/${letter.id}`).update({ hidden: false });
    expect((await store.letters.listVisible({ limit: 9 })).items).toEqual([]);
    const { items } = await (await open()).letters.listVisible({ limit: 9 });
    expect(ids(items)).toEqual([letter.id]);
    expect(await store.letters.get(still.id)).toEqual(still);
  });

  test('that were not noticed yet can be edited and deleted, each in its own position', async () => {
    const { outside, open } = firestore.project();
    const store = await open();
    const batch = outside.batch();
    for (const id of ['a', 'b', 'c']) batch.create(outside.doc(`letters/${id}`), whole);
    await batch.commit();
    const { id: _, createdAt: __, ...text } = draft({ date: '2026-05-02' });
    for (const id of ['a', 'b']) {
      const updated = await store.letters.update(id, text, NOW, 1);
      expect(updated).toMatchObject({ outcome: 'updated', letter: { id, version: 2 } });
    }
    expect(await store.letters.delete('c')).toBe('deleted');
    const { items } = await store.letters.listVisible({ limit: 9 });
    expect(ids(items).sort()).toEqual(['a', 'b']);
    expect(new Set(items.map(({ position }) => position)).size).toBe(2);
    expect(await store.faults()).toEqual([]);
  });

  test('are exported with everything that JSON can express', async () => {
    const { outside, open } = firestore.project();
    const odd = {
      ...whole,
      hidden: null,
      createdAt: new Timestamp(DAY.seconds, 123_456_000),
      tags: ['a', { at: DAY }],
      place: new GeoPoint(1, 2),
      data: Bytes.fromUint8Array(new Uint8Array(1)),
    };
    await seed(outside, { odd, plain: whole });
    const store = await open();
    const pieces = await Array.fromAsync(writeLetterFile(store.letters.exportAll()));
    const createdAt = { seconds: DAY.seconds, nanoseconds: 0 };
    expect(JSON.parse(pieces.join(''))).toEqual([
      {
        ...whole,
        id: 'odd',
        hidden: null,
        createdAt: { ...createdAt, nanoseconds: 123_456_000 },
        tags: ['a', { at: createdAt }],
      },
      { ...whole, id: 'plain', createdAt },
    ]);
  });

  test.skipIf(sharedExport === null)(
    'from a real owner are exported as they were imported',
    async () => {
      const { outside, open } = firestore.project();
      const records = JSON.parse(sharedExport ?? '[]') as Record<string, unknown>[];
      for (const { id, ...fields } of records) {
        for (const name of ['createdAt', 'updatedAt']) {
          const stamp = fields[name] as { seconds?: number; nanoseconds?: number } | undefined;
          if (stamp?.seconds) fields[name] = new Timestamp(stamp.seconds, stamp.nanoseconds ?? 0);
        }
        await seed(outside, { [id as string]: fields });
      }
      const store = await open();
      const file = readLetterFile(sharedExport ?? '', 'The Owner');
      if (!file.ok) throw new Error(file.faults.join('\n'));
      for (const { origin: _, signature: __, ...letter } of file.letters) {
        expect(await store.letters.get(letter.id)).toMatchObject(letter);
      }
      const pieces = await Array.fromAsync(writeLetterFile(store.letters.exportAll()));
      expect(JSON.parse(pieces.join(''))).toEqual(records);
    },
  );
});

test('faults in letters of other programs are reported without naming them', async () => {
  const { outside, open } = firestore.project();
  const store = await open();
  await seed(outside, {
    'no link': whole,
    secret1: whole,
    secret2: { ...whole, title: null, createdAt: 'some day' },
  });
  expect(await store.faults()).toEqual([
    '1 document in the collection letters cannot be shown, because no link can carry the id.',
    '2 documents in the collection letters came from elsewhere and cannot be listed yet. Start the site once to take in what is new.',
    '1 document in the collection letters has no title or no content.',
    '1 document in the collection letters has a date that cannot be read.',
  ]);
});
