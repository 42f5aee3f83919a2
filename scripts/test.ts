import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './find-chromium.ts';
import { findProgram } from './find-program.ts';
import { announce, checkTypes, lint, runTool } from './run-tool.ts';
import { buildIfChanged } from './set-up.js';

/**
 * `npm test`: everything that must hold. A step that fails does not keep the next from running,
 * unless it needs what the first should have made. Its last line counts: lint, types and build as
 * one each, and every test as one.
 */

interface Count {
  passed: number;
  failed: number;
}

const reports = mkdtempSync(join(tmpdir(), 'letters-test-'));
const linted = lint();
const typed = checkTypes();
// Before the tests, for some of them start the site as it is started for readers.
const built = build();
// Here, because several tests at a time would fetch one.
const chromium = found(() => findChromium('headless shell'));
const counts = [
  ...[linted, typed, built].map(one),
  unitTests(join(reports, 'vitest.json')),
  ...(built ? [journeys(join(reports, 'playwright.json'))] : []),
];
rmSync(reports, { recursive: true });

const sum = (what: keyof Count) => counts.reduce((total, count) => total + count[what], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;

function one(passed: boolean): Count {
  return { passed: Number(passed), failed: Number(!passed) };
}

function build(): boolean {
  announce('Build');
  return buildIfChanged({ orStop: false });
}

function unitTests(report: string): Count {
  announce('Unit, contract and HTTP tests');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const nginx = found(() => findProgram('nginx'));
  const caddy = found(() => findProgram('caddy'));
  const environment = {
    ...(nginx && { NGINX_PATH: nginx }),
    ...(caddy && { CADDY_PATH: caddy }),
    ...(chromium && { CHROMIUM_PATH: chromium }),
  };
  const passed = runTool('vitest', args, { environment });
  return counted(passed, report, ({ numPassedTests, numFailedTests }) => ({
    passed: Number(numPassedTests),
    failed: Number(numFailedTests),
  }));
}

function journeys(report: string): Count {
  announce('Journeys in a browser');
  if (!chromium) return one(false);
  const passed = runTool('playwright', ['test', '--reporter=list,json'], {
    environment: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return counted(passed, report, ({ stats }) => {
    const { expected, unexpected, flaky } = stats as Record<string, number>;
    return { passed: expected ?? 0, failed: (unexpected ?? 0) + (flaky ?? 0) };
  });
}

/** The path of a program; null, and a message, when there is none. */
function found(find: () => string): string | null {
  try {
    return find();
  } catch (error) {
    console.error((error as Error).message);
    return null;
  }
}

/** A runner that failed without a failed test (a file that cannot be loaded) counts as one. */
function counted(
  passed: boolean,
  report: string,
  read: (report: Record<string, unknown>) => Count,
): Count {
  let count: Count = { passed: 0, failed: 0 };
  try {
    count = read(JSON.parse(readFileSync(report, 'utf8')));
  } catch (error) {
    console.error(`There is no report of the tests: ${(error as Error).message}`);
    passed = false;
  }
  return { passed: count.passed, failed: passed ? count.failed : Math.max(count.failed, 1) };
}
