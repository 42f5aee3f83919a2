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

test('a migration with the line ends of Windows has the same checksum', () => {
  const [step] = readMigrations(folderWith({ '0001-one.sql': 'A;\nB;\n' }));
  expect(readMigrations(folderWith({ '0001-one.sql': 'A;\r\nB;\r\n' }))).toEqual([step]);
});

test('the numbers of migrations have no gap', () => {
  const folder = folderWith({ '0001-one.sql': 'A;', '0003-three.sql': 'C;' });
  expect(() => readMigrations(folder)).toThrow('before 0003-three.sql');
});
