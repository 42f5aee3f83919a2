import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { openDatabase } from './open-database.ts';

/** The real file system, but for the root of a disk, which Windows refuses to make even where it is there. */
vi.mock(import('node:fs'), async (original) => {
  const fs = await original();
  const make = (path: string, options: object) => {
    if (!fs.existsSync(path)) return fs.mkdirSync(path, options);
    throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' });
  };
  return { ...fs, mkdirSync: make as typeof mkdirSync };
});

test('a database may lie in the root of a disk, like that of a USB stick', async () => {
  const path = join(temporaryFolder(), 'letters.db');
  expect(() => mkdirSync(dirname(path), { recursive: true })).toThrow('EPERM');
  const database = await openDatabase(path, 0);
  database.close();
});
