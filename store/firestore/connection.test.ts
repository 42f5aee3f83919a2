import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';
import { startTcpProxy } from '#test/servers/tcp-proxy.ts';
import { firestoreForTests } from '#test/stores/firestore-project.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { draft, ids, NOW, sent, watching } from '../contract/engine.ts';
import { openFirestoreStore } from './firestore-store.ts';

const firestore = firestoreForTests();

/** The error with which opening a store fails. */
const failureToOpen = () =>
  openFirestoreStore({ engine: 'firestore', projectId: 'demo-letters' }, {}).then(
    () => null,
    (error: Error) => error,
  );

/** A connection to the emulator that can be cut, for stores opened from here on. */
async function throughProxy() {
  const { host } = firestore.emulator();
  const beside = () => {
    vi.stubEnv('FIRESTORE_EMULATOR_HOST', host);
  };
  const proxy = await startTcpProxy(Number(host.split(':')[1]));
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', `127.0.0.1:${proxy.port}`);
  onTestFinished(beside);
  return { ...proxy, beside };
}

describe('Firestore that cannot be reached', () => {
  test('at the start is reported, and may be reached later', async () => {
    const proxy = await throughProxy();
    await proxy.shut();
    const failure = await failureToOpen();
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect((failure as StoreUnavailable).reason).toBe('nothing answers at its address');
    await proxy.reopen();
    expect(await failureToOpen()).toBeNull();
  });

  test('answers no call, stores nothing of a failed write, and recovers', async () => {
    const proxy = await throughProxy();
    const { open } = firestore.project();
    const store = await open();
    const letter = await sent(store);
    await proxy.shut();
    const calls = [
      store.ping(),
      store.letters.get(letter.id),
      store.letters.listVisible({ limit: 9 }),
      store.letters.create(draft({ id: 'lost' }), NOW),
      store.letters.delete(letter.id),
      store.records.get('k', 'a'),
      store.records.put('k', 'a', {}),
      Array.fromAsync(store.letters.exportAll()),
      store.letters.watchVisible(() => {}),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    }
    await proxy.reopen();
    const healed = () => store.ping();
    await vi.waitFor(healed, { timeout: 30_000, interval: 200 });
    expect((await store.letters.listAll({ limit: 9 })).items).toEqual([letter]);
    expect(await store.records.get('k', 'a')).toBeNull();
    const next = await sent(store);
    expect(ids((await store.letters.listVisible({ limit: 9 })).items)).toEqual([
      next.id,
      letter.id,
    ]);
  });

  test('for a while makes watchers miss no change', async () => {
    const proxy = await throughProxy();
    const { open } = firestore.project();
    const store = await open();
    proxy.beside();
    const other = await open();
    const { seq, changes } = await watching(store);
    const before = await sent(other);
    const heard = (count: number) =>
      vi.waitFor(() => expect(changes).toHaveLength(count), { timeout: 50_000 });
    await heard(1);
    await proxy.shut();
    await expect(store.ping()).rejects.toThrow(StoreUnavailable);
    const meanwhile = await sent(other);
    await other.letters.delete(before.id);
    await proxy.reopen();
    await heard(3);
    const after = await sent(other);
    await heard(4);
    expect(changes).toMatchObject([
      { kind: 'shown', seq: seq + 1, letter: { id: before.id } },
      { kind: 'shown', seq: seq + 2, letter: { id: meanwhile.id } },
      { kind: 'withdrawn', seq: seq + 3, id: before.id },
      { kind: 'shown', seq: seq + 4, letter: { id: after.id } },
    ]);
  }, 120_000);
});

test('a rejected listener is logged, listens again, and misses nothing', async () => {
  const { open } = firestore.project();
  const told: string[] = [];
  const store = await open({ log: (message) => told.push(message) });
  const other = await open();
  const { seq, changes } = await watching(store);
  const first = await sent(other);
  await vi.waitFor(() => expect(changes).toHaveLength(1), { timeout: 20_000 });
  firestore.emulator().refuseListeners();
  const lost = 'The watch for new letters lost its connection.';
  const found = 'The watch for new letters is connected again.';
  await vi.waitFor(() => expect(told).toEqual([lost, found]), { timeout: 20_000 });
  const second = await sent(other);
  await vi.waitFor(() => expect(changes).toHaveLength(2), { timeout: 20_000 });
  expect(changes).toMatchObject([
    { seq: seq + 1, letter: { id: first.id } },
    { seq: seq + 2, letter: { id: second.id } },
  ]);
});

test('changes that somebody has removed from the database are noticed, so that later ones are told', async () => {
  // The watch looks for them every half minute.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { outside, open } = firestore.project();
  const store = await open();
  for (let count = 0; count < 3; count += 1) await sent(store);
  const { changes } = await watching(store);
  for (const { ref } of (await outside.collection('changes').get()).docs) await ref.delete();
  // Later, since the changes also tell which letter was the last.
  await store.letters.create(draft(), NOW + 60_000);
  expect(changes).toEqual([]);
  await vi.advanceTimersByTimeAsync(30_000);
  await vi.waitFor(() => expect(changes).toEqual([{ kind: 'resync', seq: 1 }]), {
    timeout: 20_000,
  });
  const { id } = await sent(store);
  expect(changes.slice(1)).toMatchObject([{ kind: 'shown', seq: 2, letter: { id } }]);
});

test('a write is announced before it resolves, even if the changes cannot be read', async () => {
  const { open } = firestore.project();
  const store = await open();
  const letter = await sent(store);
  const { seq, changes } = await watching(store);
  const allow = firestore.emulator().refuseReadsAfterCommit();
  await store.letters.update(letter.id, draft({ hidden: true }), NOW);
  expect(changes).toEqual([{ kind: 'resync', seq: seq + 1 }]);
  allow();
  const next = await sent(store);
  // What readers cannot see is not announced, whatever cannot be read.
  const allowAgain = firestore.emulator().refuseReadsAfterCommit();
  await sent(store, { hidden: true });
  allowAgain();
  const last = await sent(store);
  expect(changes.slice(1)).toMatchObject([
    { kind: 'shown', seq: seq + 2, letter: { id: next.id } },
    { kind: 'shown', seq: seq + 3, letter: { id: last.id } },
  ]);
});

describe('a write whose response is lost', () => {
  test('is not repeated', async () => {
    const { open, outside } = firestore.project();
    const store = await open();
    const { seq, changes } = await watching(store);
    firestore.emulator().loseAnswers(1);
    const letter = await sent(store);
    expect(changes).toMatchObject([{ kind: 'shown', seq: seq + 1, letter: { id: letter.id } }]);
    expect((await store.letters.listAll({ limit: 9 })).items).toEqual([letter]);
    firestore.emulator().loseAnswers(1);
    const updated = await store.letters.update(letter.id, draft(), NOW);
    expect(updated).toMatchObject({ letter: { version: 2 } });
    firestore.emulator().loseAnswers(1);
    expect(await store.letters.delete(letter.id)).toBe('deleted');
    expect((await outside.collection('changes').get()).size).toBe(3);
    firestore.emulator().loseAnswers(1);
    expect(await store.records.put('k', 'a', { n: 1 }, { ifVersion: 0 })).not.toBeNull();
    expect(await store.records.get('k', 'a')).toMatchObject({ value: { n: 1 } });
  });
});

describe('credentials', () => {
  /** Without the emulator, Google itself would be asked if there were credentials. */
  function outsideEmulator(file: string): void {
    vi.stubEnv('FIRESTORE_EMULATOR_HOST', '');
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', file);
    onTestFinished(() => {
      vi.stubEnv('FIRESTORE_EMULATOR_HOST', firestore.emulator().host);
      vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', undefined);
    });
  }

  test('whose file is missing are reported with its name', async () => {
    const file = join(temporaryFolder(), 'key.json');
    outsideEmulator(file);
    const error = await failureToOpen();
    expect(error).toBeInstanceOf(OwnerFacingError);
    expect(error?.message).toBe(
      `There is no ${file}: let GOOGLE_APPLICATION_CREDENTIALS name the key file of a service account.`,
    );
  });

  test('that are invalid are reported in one line that quotes none of them', async () => {
    const file = join(temporaryFolder(), 'key.json');
    writeFileSync(file, '{"private_key": "SECRET", oops');
    outsideEmulator(file);
    const error = await failureToOpen();
    expect(error).toBeInstanceOf(OwnerFacingError);
    expect(error?.message).toBe(
      'The Firestore project demo-letters cannot be opened without a key: let GOOGLE_APPLICATION_CREDENTIALS name the key file of a service account for it.',
    );
    expect(error?.cause).toMatchObject({ message: 'There are no credentials that can be read.' });
  });
});
