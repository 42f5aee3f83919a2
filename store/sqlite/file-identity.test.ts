import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import { runSql } from '#test/stores/run-sql.ts';
import { storeAt } from '#test/stores/temporary-store.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { draft, imported, NOW, sent } from '../contract/engine.ts';

async function storeIn(folder: string) {
  const path = join(folder, 'letters.db');
  const store = await storeAt(path);
  const letter = await sent(store);
  const send = () => store.letters.create(draft(), NOW);
  return { path, store, letter, send };
}

test.each<[string, (path: string) => void]>([
  ['deleted', (path) => rmSync(path)],
  ['moved away', (path) => renameSync(path, `${path}.old`)],
  [
    'replaced by a copy',
    (path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
  ['robbed of its log', (path) => rmSync(`${path}-wal`)],
  ['robbed of the index of its log', (path) => rmSync(`${path}-shm`)],
])('a database that was %s is not written to, since that would be lost', async (_, harm) => {
  const { path, store, letter, send } = await storeIn(temporaryFolder());
  harm(path);
  const failure = await send().catch((error) => error);
  expect(failure).toBeInstanceOf(StoreUnavailable);
  expect(failure).toMatchObject({ kind: 'away', reason: expect.stringMatching(/was moved/) });
  await expect(store.ping()).rejects.toThrow(StoreUnavailable);
  expect(await store.letters.get(letter.id)).toEqual(letter);
});

test('a database that replaced another one, just after a write, is left as it is', async () => {
  const [here, there] = [await storeIn(temporaryFolder()), await storeIn(temporaryFolder())];
  await there.store.letters.importAll(
    Array.from({ length: 50 }, () => imported()),
    NOW,
  );
  await there.store.close();
  const replacement = readFileSync(there.path);
  renameSync(there.path, here.path);
  await expect(here.send()).rejects.toThrow(StoreUnavailable);
  await here.store.close();

  const store = await storeAt(here.path);
  expect((await store.letters.listAll({ limit: 100 })).items).toHaveLength(51);
  await store.close();
  expect(readFileSync(here.path).equals(replacement)).toBe(true);
});

test('a database that was moved is written to again once it is back', async () => {
  const folder = temporaryFolder();
  const { path, store, send } = await storeIn(folder);
  const away = temporaryFolder();
  const files = readdirSync(folder);
  for (const name of files) renameSync(join(folder, name), join(away, name));
  await expect(send()).rejects.toThrow(StoreUnavailable);
  for (const name of files) renameSync(join(away, name), join(folder, name));
  expect(await send()).toMatchObject({ outcome: 'created' });
  await store.ping();
  expect(readdirSync(folder)).toContain(path.slice(folder.length + 1));
});

test('a database that cannot be looked for, as on a disk out of reach, is not called moved', async () => {
  const folder = temporaryFolder();
  const { send } = await storeIn(folder);
  renameSync(folder, `${folder}.away`);
  symlinkSync(folder, folder);
  await expect(send()).rejects.toMatchObject({
    kind: 'away',
    reason: 'the links on the way to it lead in a circle',
  });
  rmSync(folder);
  renameSync(`${folder}.away`, folder);
  expect(await send()).toMatchObject({ outcome: 'created' });
});

test('a database whose log is made only now stays writable', async () => {
  const folder = temporaryFolder();
  const { path, store } = await storeIn(folder);
  await store.close();
  // As other programs leave it, and as `VACUUM INTO` writes it.
  runSql(path, 'PRAGMA journal_mode = DELETE');
  const { send } = await storeIn(folder);
  expect(await send()).toMatchObject({ outcome: 'created' });
});

test('a database behind a link is where the link leads', async () => {
  const { path } = await storeIn(temporaryFolder());
  const folder = temporaryFolder();
  const link = join(folder, 'link.db');
  symlinkSync(path, link);
  const store = await storeAt(link);
  expect(await store.letters.create(draft(), NOW)).toMatchObject({ outcome: 'created' });
  const { path: other } = await storeIn(temporaryFolder());
  rmSync(link);
  symlinkSync(other, link);
  await expect(store.letters.create(draft(), NOW)).rejects.toThrow(StoreUnavailable);
});
