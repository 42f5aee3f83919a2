import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './find-chromium.ts';
import { findProgram } from './find-program.ts';
import { announce, checkTypes, lint, runTool } from './run-tool.ts';
import { buildIfChanged } from './set-up.js';
import { type Outcome, readPlaywrightReport, readVitestReport } from './test-reports.ts';

/**
 * `npm test`: everything that must hold. A step that fails does not keep the next from running,
 * unless it needs what the first should have made. At the end it tells again what failed, for
 * that is hundreds of lines further up, and its last line counts: lint, types and build as one each,
 * and every test as one.
 */

const reports = mkdtempSync(join(tmpdir(), 'letters-test-'));
const linted = lint();
const typed = checkTypes();
// Before the tests, for some of them start the site as it is started for readers.
const built = build();
// Here, because several tests at a time would fetch one.
const chromium = found(() => findChromium('headless shell'));
const outcomes = [
  one('Lint', linted),
  one('Types', typed),
  one('Build', built),
  unitTests(join(reports, 'vitest.json')),
  ...(built ? [journeys(join(reports, 'playwright.json'))] : []),
];
rmSync(reports, { recursive: true });

const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0);
const failures = outcomes.flatMap((outcome) => outcome.failures);
if (failures.length > 0) {
  announce('What failed');
  console.log(failures.join('\n'));
}
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

function one(step: string, passed: boolean): Outcome {
  return passed ? { passed: 1, failures: [] } : { passed: 0, failures: [step] };
}

function build(): boolean {
  announce('Build');
  return buildIfChanged({ orStop: false });
}

function unitTests(report: string): Outcome {
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
  return outcomeOf('Vitest', passed, () => readVitestReport(readFileSync(report, 'utf8')));
}

function journeys(report: string): Outcome {
  announce('Journeys in a browser');
  if (!chromium) return one('Journeys', false);
  const passed = runTool('playwright', ['test', '--reporter=list,json'], {
    environment: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return outcomeOf('Playwright', passed, () => readPlaywrightReport(readFileSync(report, 'utf8')));
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

/** A runner that failed without a failed test counts as one. */
function outcomeOf(runner: string, passed: boolean, read: () => Outcome): Outcome {
  try {
    const outcome = read();
    if (passed || outcome.failures.length > 0) return outcome;
    return { ...outcome, failures: [`${runner} failed, but no test of it`] };
  } catch (error) {
    return { passed: 0, failures: [`${runner} left no report: ${(error as Error).message}`] };
  }
}
