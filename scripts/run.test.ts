import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PRINT = 'process.env.MALLOC_MMAP_THRESHOLD_';

/** What a program that is started by run.js finds in its environment. */
function threshold(environment: NodeJS.ProcessEnv): string {
  const run = [join(ROOT, 'scripts/run.js'), '--print', PRINT];
  return String(spawnSync(process.execPath, run, { env: environment }).stdout).trim();
}

test('`npm start` gives memory back by the same threshold as the systemd unit', () => {
  const unit = readFileSync(join(ROOT, 'docs/deploying/letters@.service'), 'utf8');
  const [, set] = /^Environment=MALLOC_MMAP_THRESHOLD_=(\d+)$/m.exec(unit) ?? [];
  const { MALLOC_MMAP_THRESHOLD_: _, ...environment } = process.env;
  expect(threshold(environment)).toBe(set);
});

test('an owner can set another threshold', () => {
  expect(threshold({ ...process.env, MALLOC_MMAP_THRESHOLD_: '2097152' })).toBe('2097152');
});
