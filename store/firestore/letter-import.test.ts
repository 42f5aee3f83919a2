import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import type { Letter } from '#core/letter.ts';
import type { Store } from '#core/store.ts';
import { firestoreForTests } from '#test/stores/firestore-project.ts';
import { ids, imported, NOW, sent, watching } from '../contract/engine.ts';

const firestore = firestoreForTests();
/** In milliseconds. The emulator runs in this process, and hundreds of letters can take it a while. */
const PATIENT = { timeout: 60_000 };

const many = (count: number) => Array.from({ length: count }, () => imported());
/** More than Firestore accepts, or than the connection lets through. */
const monstrous = () => imported({ content: 'x'.repeat(5_000_000) });

const everyLetter = (store: Store): Promise<Letter[]> => Array.fromAsync(store.letters.exportAll());

describe('more letters than fit into one commit', () => {
  test('are written in several commits, in the given order', async () => {
    const store = await firestore.project().open(PATIENT);
    const letters = many(650);
    expect(await store.letters.importAll(letters, NOW)).toEqual({ added: 650, present: [] });
    expect(ids(await everyLetter(store))).toEqual(ids(letters));
    expect(await store.letters.importAll(letters, NOW)).toEqual({
      added: 0,
      present: ids(letters),
    });
  });

  test('can be imported again after an interruption', async () => {
    const store = await firestore.project().open();
    const letters = many(350);
    const broken = [...letters.slice(0, 340), monstrous(), ...letters.slice(340)];
    await expect(store.letters.importAll(broken, NOW)).rejects.toThrow(StoreUnavailable);
    const outcome = { added: 10, present: ids(letters.slice(0, 340)) };
    expect(await store.letters.importAll(letters, NOW)).toEqual(outcome);
    expect(ids(await everyLetter(store))).toEqual(ids(letters));
  });

  test('replace the earlier ones, none of which an interrupted replacement destroys', async () => {
    const project = firestore.project();
    const [store, from] = [await project.open(), await firestore.project().open()];
    await store.letters.importAll(many(330), NOW);
    await from.letters.importAll(many(640), NOW);
    const [before, letters] = [await everyLetter(store), await everyLetter(from)];
    const broken = [...letters, { ...monstrous(), position: 'x', version: 1 }];
    await expect(store.letters.replaceAll(broken)).rejects.toThrow(StoreUnavailable);
    const between = new Set(ids(await everyLetter(store)));
    expect(before.every(({ id }) => between.has(id))).toBe(true);
    await store.letters.replaceAll(letters);
    expect(await everyLetter(store)).toEqual(letters);
    await store.letters.replaceAll([]);
    expect((await project.outside.collection('letters').get()).size).toBe(0);
  });
});

test('many letters may take longer to arrive than a call may take', async () => {
  const project = firestore.project();
  const letters = many(3);
  await (await project.open(PATIENT)).letters.importAll(letters, NOW);
  const store = await project.open({ timeout: 1500 });
  firestore.emulator().beforeDeletion(() => sleep(3000));
  await store.letters.replaceAll([]);
  expect(await everyLetter(store)).toEqual([]);
});

test('the ids of many earlier letters may take longer to be read than a call may take', async () => {
  const project = firestore.project();
  await (await project.open(PATIENT)).letters.importAll(many(6), NOW);
  const store = await project.open({ timeout: 2000 });
  firestore.emulator().sendSlowly(500);
  onTestFinished(() => firestore.emulator().sendSlowly(0));
  await store.letters.replaceAll([]);
  expect((await project.outside.collection('letters').count().get()).data().count).toBe(0);
}, 30_000);

test('up to a hundred new letters are announced one by one, more than that by one resync', async () => {
  const store = await firestore.project().open(PATIENT);
  const { seq, changes } = await watching(store);
  await store.letters.importAll(many(100), NOW);
  expect(changes.map(({ kind }) => kind)).toEqual(Array(100).fill('shown'));
  expect(changes.at(-1)?.seq).toBe(seq + 100);
  await store.letters.importAll(many(101), NOW);
  expect(changes.slice(100)).toEqual([{ kind: 'resync', seq: seq + 101 }]);
  await sent(store);
  expect(changes.slice(101)).toMatchObject([{ kind: 'shown', seq: seq + 102 }]);
});

test('the newest thousand changes are kept', async () => {
  const { outside, open } = firestore.project();
  const store = await open(PATIENT);
  for (let times = 0; times < 10; times += 1) await store.letters.importAll(many(100), NOW);
  await sent(store, { hidden: true });
  await sent(store);
  const { docs } = await outside.collection('changes').orderBy('number').get();
  expect(docs).toHaveLength(1000);
  expect(docs[0]?.data()).toMatchObject({ number: 3, seq: 3 });
  expect(docs.at(-1)?.data()).toMatchObject({ number: 1002, seq: 1001, kind: 'shown' });
  expect(docs.at(-2)?.data()).toMatchObject({
    number: 1001,
    seq: 1000,
    kind: null,
    letterId: null,
  });
});
