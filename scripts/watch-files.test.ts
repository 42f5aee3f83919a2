import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { watchFiles } from './watch-files.ts';

/** Replaces the file by a new one, as many editors do. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

test('reports every change, also to replaced files and to new ones', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'core/deep'), { recursive: true });
  writeFileSync(join(folder, 'config.ts'), '');
  let changes = 0;
  const names = ['core', 'config.ts', '.env'];
  onTestFinished(
    watchFiles(folder, names, () => {
      changes += 1;
    }),
  );
  const files = ['config.ts', '.env', 'core/letter.ts', 'core/deep/letter.ts'];
  for (const file of [...files, ...files]) {
    for (const write of [replace, writeFileSync]) {
      changes = 0;
      write(join(folder, file), `${Math.random()}`);
      await expect.poll(() => changes, { message: file, timeout: 10_000 }).toBeGreaterThan(0);
    }
  }
});
