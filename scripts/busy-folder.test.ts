import { mkdirSync, readdirSync, type renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { replaceBuild } from './replace-build.ts';

/** The real file system, but for every other move, which fails as on Windows while a file in the folder is open. */
vi.mock(import('node:fs'), async (original) => {
  const fs = await original();
  let moves = 0;
  const move: typeof renameSync = (from, to) => {
    moves += 1;
    if (moves % 2 === 0) return fs.renameSync(from, to);
    throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' });
  };
  return { ...fs, renameSync: move };
});

test('a build is replaced although another program looks into its files for a moment', () => {
  const beside = temporaryFolder();
  const folder = join(beside, 'build');
  const finished = join(beside, 'build-unfinished');
  for (const name of ['a-1.js', 'a-2.js']) {
    mkdirSync(join(finished, 'client/assets'), { recursive: true });
    writeFileSync(join(finished, 'client/assets', name), '');
    replaceBuild(folder, finished);
  }
  expect(readdirSync(join(folder, 'client/assets'))).toEqual(['a-1.js', 'a-2.js']);
  expect(readdirSync(beside)).toEqual(['build']);
});
