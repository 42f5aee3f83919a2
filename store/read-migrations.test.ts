import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { readMigrations } from './read-migrations.ts';

function folderWith(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
  return folder;
}

test('a step is the same with the line ends of Windows', () => {
  const [step] = readMigrations(folderWith({ '0001-one.sql': 'A;\nB;\n' }));
  expect(readMigrations(folderWith({ '0001-one.sql': 'A;\r\nB;\r\n' }))).toEqual([step]);
});

test('no step is left out', () => {
  const folder = folderWith({ '0001-one.sql': 'A;', '0003-three.sql': 'C;' });
  expect(() => readMigrations(folder)).toThrow('before 0003-three.sql');
});
