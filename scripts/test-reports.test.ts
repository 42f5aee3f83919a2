import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { readPlaywrightReport, readVitestReport } from './test-reports.ts';

const root = join(import.meta.dirname, '..');

test('what failed in Vitest is told again, also a file without a test', () => {
  const report = reportOf('vitest/vitest.mjs', ['run', '--reporter=json', '--outputFile=report'], {
    'some.test.js': `import { expect, test } from 'vitest';
test('one is one', () => expect(1).toBe(1));
test('one is two', () => expect(1).toBe(2));
test('one is three', () => expect(1).toBe(3));
test.skip('one is four', () => expect(1).toBe(4));`,
    'broken.test.js': `throw new Error('not today');`,
  });
  const { passed, failures } = readVitestReport(report);
  expect(passed).toBe(1);
  expect(failures.toSorted()).toEqual([
    expect.stringMatching(/broken\.test\.js\n {2}not today/),
    expect.stringMatching(/some\.test\.js › one is three\n {2}AssertionError: .* 3/),
    expect.stringMatching(/some\.test\.js › one is two\n {2}AssertionError: .* 2/),
  ]);
});

test('what failed in Playwright is told again, in a group, too, and whatever kept it from beginning', () => {
  const args = ['test', '--reporter=json', '--config=.'];
  const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: 'report' };
  const some = `import { expect, test } from '@playwright/test';
test('one is one', () => expect(1).toBe(1));
test.describe('of others', () => {
  test('one is two', () => expect(1).toBe(2));
});
test.skip('one is four', () => expect(1).toBe(4));`;
  const failed = reportOf('@playwright/test/cli.js', args, { 'some.spec.js': some }, environment);
  expect(readPlaywrightReport(failed)).toEqual({
    passed: 1,
    failures: [expect.stringMatching(/^some\.spec\.js:4 › one is two\n {2}Error: expect.*\n/)],
  });
  const broken = { 'some.spec.js': some, 'broken.spec.js': `throw new Error('not today');` };
  const unbegun = reportOf('@playwright/test/cli.js', args, broken, environment);
  expect(readPlaywrightReport(unbegun)).toEqual({
    passed: 0,
    failures: [expect.stringMatching(/^Playwright\n {2}Error: not today/)],
  });
});

/** What a runner writes to `report` about these files. */
function reportOf(
  runner: string,
  args: string[],
  files: Record<string, string>,
  environment: Record<string, string> = {},
): string {
  const folder = temporaryFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  spawnSync(process.execPath, [join(root, 'node_modules', runner), ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  return readFileSync(join(folder, 'report'), 'utf8');
}
