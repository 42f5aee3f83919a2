import { stripVTControlCharacters } from 'node:util';

/** What a runner found: how many tests passed, and of each that failed its place, its name and why. */
export interface Outcome {
  passed: number;
  failures: string[];
}

/** How much of a failure is told again after all tests, in lines: the runner has shown all of it. */
const LINES = 12;

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** @param report the text of what Vitest's reporter `json` writes */
export function readVitestReport(report: string): Outcome {
  const { numPassedTests, testResults } = JSON.parse(report) as VitestReport;
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be loaded has no tests.
    if (status === 'failed' && failed.length === 0) return [told(name, message)];
    return failed.map((test) =>
      told(`${name} › ${test.fullName}`, test.failureMessages.join('\n')),
    );
  });
  return { passed: numPassedTests, failures };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
  stats: { expected: number };
}

/** @param report the text of what Playwright's reporter `json` writes */
export function readPlaywrightReport(report: string): Outcome {
  const { suites, errors, stats } = JSON.parse(report) as PlaywrightReport;
  const specs = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specs),
  ];
  const failures = suites.flatMap(specs).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const messages = results.flatMap(({ error }) => error?.message ?? []);
        return told(`${file}:${line} › ${title}`, messages.join('\n'));
      }),
  );
  return {
    passed: stats.expected,
    failures: [...errors.map(({ message = '' }) => told('Playwright', message)), ...failures],
  };
}

function told(what: string, why: string): string {
  const lines = stripVTControlCharacters(why).split('\n').slice(0, LINES);
  return [what, ...lines.map((line) => `  ${line}`)].join('\n');
}
