import { expect, test, vi } from 'vitest';
import { firestoreForTests } from '#test/stores/firestore-project.ts';
import { NOW } from '../contract/engine.ts';

const firestore = firestoreForTests();

test('all kinds and keys are distinct, and no document id contains a key', async () => {
  const { open, outside } = firestore.project();
  const { records } = await open();
  const names = ['a/b', '..', '__x__', '', '/', 'ż 🎂', '"', 'x'.repeat(2000)];
  for (const kind of names) for (const key of names) await records.put(kind, key, { kind, key });
  for (const kind of names) {
    for (const key of names) {
      expect(await records.get(kind, key)).toMatchObject({ value: { kind, key } });
    }
  }
  await records.deleteAll('/');
  expect(await records.get('/', '..')).toBeNull();
  await records.put('session', 'the key', {});
  const { docs } = await outside.collection('records').where('kind', '==', 'session').get();
  expect(docs).toHaveLength(1);
  expect(docs[0]?.id).not.toContain('the key');
  expect(JSON.stringify(docs[0]?.data())).not.toContain('the key');
});

test('expired records are removed now and then, and no others', async () => {
  const { open, outside } = firestore.project();
  let now = NOW;
  const { records, letters } = await open({ now: () => now });
  await records.put('k', 'for ever', {});
  await records.put('k', 'a while', {}, { expiresAt: NOW + 2000 });
  await records.put('k', 'a moment', {}, { expiresAt: NOW + 1000 });
  const text = { title: 'T', content: 'C', signature: 'S', date: '2026-11-20', hidden: false };
  const attempt = { key: 'the attempt', digest: 'd' };
  await letters.create({ ...text, id: 'sent', createdAt: 0 }, NOW, attempt);
  const count = async (name: string) => (await outside.collection(name).get()).size;
  now = NOW + 1000;
  for (let n = 0; n < 100; n += 1) await records.put('k', 'again', { n });
  await vi.waitFor(async () => expect(await count('records')).toBe(3), { timeout: 20_000 });
  expect(await count('idempotency')).toBe(1);
  now = NOW + 8 * 24 * 60 * 60 * 1000;
  for (let n = 0; n < 100; n += 1) await records.put('k', 'again', { n });
  await vi.waitFor(async () => expect(await count('records')).toBe(2), { timeout: 20_000 });
  await vi.waitFor(async () => expect(await count('idempotency')).toBe(0), { timeout: 20_000 });
});

test('a record that is renewed during the clean-up stays', async () => {
  const { open, outside } = firestore.project();
  const { records } = await open({ now: () => NOW });
  await records.put('renewed', 'a', { n: 1 }, { expiresAt: NOW + 1000 });
  await records.put('expired', 'a', {}, { expiresAt: NOW + 1000 });
  const log = vi.fn();
  const other = await open({ now: () => NOW + 1000, log });
  const renew = () => records.put('renewed', 'a', { n: 2 }, { expiresAt: NOW + 2000 });
  firestore.emulator().beforeDeletion(renew);
  await other.records.put('k', 'a', {});
  const expired = outside.collection('records').where('kind', '==', 'expired');
  await vi.waitFor(async () => expect((await expired.get()).size).toBe(0), { timeout: 20_000 });
  expect(await other.records.get('renewed', 'a')).toMatchObject({ value: { n: 2 } });
  expect(log).not.toHaveBeenCalled();
});
