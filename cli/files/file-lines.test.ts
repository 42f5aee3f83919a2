import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { LONGEST_LINE, linesOf } from './file-lines.ts';

test('a file may be longer than any of its lines', async () => {
  const path = join(temporaryFolder(), 'mine');
  const line = `${'x'.repeat(LONGEST_LINE / 4)}\n`;
  writeFileSync(path, line.repeat(5));
  const lengths = (await Array.fromAsync(linesOf(path))).map((bytes) => bytes.length);
  expect(lengths).toEqual(Array(5).fill(line.length));
});
