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

/**
 * The beginnings of the checksums. A database remembers those of its steps: after any change to one, be it in a
 * comment, the site would refuse every database that exists. A new step is added at the end.
 */
const RELEASED = {
  sqlite: '2a3a2aeb bd10539f 4e7b7f3f 9fa63f75 9761249d 0522f868 5e721734 ba2bb881',
  postgres: 'f02ae26b ddc82b59 eac9db6e 0f3b2a57 65ba1310',
};

test.each(Object.entries(RELEASED))('the steps of %s are as they were released', (engine, sums) => {
  const steps = readMigrations(join(import.meta.dirname, engine, 'migrations'));
  expect(steps.map(({ checksum }) => checksum.slice(0, 8)).join(' ')).toBe(sums);
});
