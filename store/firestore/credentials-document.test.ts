import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { firestoreForTests } from '#test/stores/firestore-project.ts';
import { createCredentials } from '../../access/credentials.ts';

const firestore = firestoreForTests();
const PLAIN = { mainPassword: 'open sesame', alternativePassword: 'a second door' };

describe('passwords of another program', () => {
  test('work as they are, and are replaced by their hashes at the first login', async () => {
    const { outside, open } = firestore.project();
    await outside.doc('admin/credentials').set(PLAIN);
    const { records } = await open();
    const credentials = createCredentials(records, randomBytes);
    expect(await credentials.exist()).toBe(true);
    expect(await credentials.create(PLAIN)).toBe(false);
    expect(await credentials.verify('open sesam')).toBe('wrong');
    expect((await outside.doc('admin/credentials').get()).data()).toEqual(PLAIN);

    expect(await credentials.verify(PLAIN.alternativePassword)).toBe('right');
    const kept = (await outside.doc('admin/credentials').get()).data();
    expect(kept).toEqual({
      mainPassword: expect.stringMatching(/^\$argon2id\$/),
      alternativePassword: expect.stringMatching(/^\$argon2id\$/),
    });
    expect(await credentials.verify(PLAIN.mainPassword)).toBe('right');
    expect(await credentials.verify(kept?.mainPassword)).toBe('wrong');
    expect((await outside.doc('admin/credentials').get()).data()).toEqual(kept);
  });

  test('that the owner changes meanwhile are not overwritten', async () => {
    const { outside, open } = firestore.project();
    await outside.doc('admin/credentials').set(PLAIN);
    const { records } = await open();
    const before = await records.get('admin', 'credentials');
    await outside.doc('admin/credentials').set({ ...PLAIN, mainPassword: 'changed' });
    const hashed = { mainPassword: 'a hash' };
    const options = { ifVersion: before?.version };
    expect(await records.put('admin', 'credentials', hashed, options)).toBeNull();
    expect(await records.get('admin', 'credentials')).toMatchObject({
      value: { mainPassword: 'changed' },
    });
  });
});

test('our own are stored in the same document, with exactly its fields', async () => {
  const { outside, open } = firestore.project();
  const { records } = await open();
  const credentials = createCredentials(records, randomBytes);
  expect(await credentials.verify('x')).toBe('missing');
  expect(await credentials.create(PLAIN)).toBe(true);
  const document = outside.doc('admin/credentials');
  const first = (await document.get()).data();
  expect(Object.keys(first ?? {}).sort()).toEqual(['alternativePassword', 'mainPassword']);
  expect(JSON.stringify(first)).not.toContain(PLAIN.mainPassword);
  const version = await credentials.version();
  await credentials.replace({ ...PLAIN, mainPassword: 'another one' });
  expect(await credentials.version()).not.toBe(version);
  expect(await credentials.verify('another one')).toBe('right');
  expect(await credentials.verify(PLAIN.mainPassword)).toBe('wrong');
  await records.delete('admin', 'credentials');
  expect((await document.get()).exists).toBe(false);
  expect(await credentials.version()).toBeNull();
});

test('of two writers that replace the same version at once, one succeeds', async () => {
  const { outside, open } = firestore.project();
  await outside.doc('admin/credentials').set(PLAIN);
  const stores = [await open(), await open(), await open()];
  const version = (await stores[0]?.records.get('admin', 'credentials'))?.version ?? 0;
  const versions = await Promise.all(
    stores.map(({ records }, n) =>
      records.put('admin', 'credentials', { mainPassword: `${n}` }, { ifVersion: version }),
    ),
  );
  expect(versions.filter((kept) => kept !== null)).toHaveLength(1);
  const winner = versions.findIndex((kept) => kept !== null);
  expect((await outside.doc('admin/credentials').get()).data()).toEqual({
    ...PLAIN,
    mainPassword: `${winner}`,
  });
});

test('a change is acknowledged even if nothing can be read afterwards', async () => {
  const { open } = firestore.project();
  const { records } = await open();
  const credentials = createCredentials(records, randomBytes);
  let allow = firestore.emulator().refuseReadsAfterCommit();
  expect(await credentials.create(PLAIN)).toBe(true);
  allow();
  allow = firestore.emulator().refuseReadsAfterCommit();
  await credentials.replace({ ...PLAIN, mainPassword: 'another one' });
  allow();
  expect(await credentials.verify('another one')).toBe('right');
});
