import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { openSqliteStore } from './sqlite-store.ts';

test('a copy of the one file, taken while the site runs and nothing is written, has all letters', async () => {
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
