import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { checkpointWhenIdle } from './idle-checkpoint.ts';
import { openDatabase } from './open-database.ts';
import { openSqliteStore } from './sqlite-store.ts';

test('a copy of the database file alone, taken while the site is idle, has all letters', async () => {
  const file = join(temporaryFolder(), 'letters.db');
  const store = await openSqliteStore(file);
  const letter = { title: 'T', content: 'C', signature: 'S', date: '2026-11-20', hidden: false };
  await store.letters.create({ ...letter, id: 'kept', createdAt: 0 }, 0);
  await vi.waitFor(
    async () => {
      const copy = join(temporaryFolder(), 'copy.db');
      copyFileSync(file, copy);
      const copied = await openSqliteStore(copy);
      const found = await copied.letters.get('kept');
      await copied.close();
      expect(found?.title).toBe('T');
    },
    { timeout: 20_000, interval: 200 },
  );
  await store.close();
});

test('what a killed process left in the log is carried over after the next start', async () => {
  const file = join(temporaryFolder(), 'letters.db');
  const store = await openSqliteStore(file);
  await store.records.put('draft', 'one', { content: 'drafted-words' });
  await store.records.delete('draft', 'one');
  const left = join(temporaryFolder(), 'letters.db');
  for (const part of ['', '-wal']) copyFileSync(file + part, left + part);
  await store.close();
  const sizeOfLog = () => statSync(`${left}-wal`).size;
  expect(sizeOfLog()).toBeGreaterThan(0);
  const restarted = await openSqliteStore(left);
  await vi.waitFor(() => expect(sizeOfLog()).toBe(0), { timeout: 20_000 });
  await restarted.close();
});

test('the log is emptied even if somebody was reading at first', async () => {
  const file = join(temporaryFolder(), 'letters.db');
  const database = await openDatabase(file, 0);
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('BEGIN; SELECT * FROM records');
  const { wrote, close } = checkpointWhenIdle(database);
  database.exec("INSERT INTO records (kind, key, value) VALUES ('k', 'a', '{}')");
  wrote();
  // Meanwhile the first attempt fails.
  await sleep(1500);
  reader.close();
  await vi.waitFor(() => expect(statSync(`${file}-wal`).size).toBe(0), { timeout: 20_000 });
  close();
  database.close();
});
