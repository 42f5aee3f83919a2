import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const coverage = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8');

const ROW = /^\| (?!The specification says|---)(.+?) \| (.+) \|$/gm;
const PROOF = /`([\w./-]+\.ts) › ([^`]+)`/g;

interface Proof {
  path: string;
  title: string;
}

const rows = [...coverage.matchAll(ROW)].map(([, sentence = '', shownBy = '']) => ({
  sentence,
  proofs: [...shownBy.matchAll(PROOF)].map(([, path = '', title = '']): Proof => ({ path, title })),
}));

/** Whether the file's source has a test, or a group of tests, with this title. */
function exists({ path, title }: Proof): boolean {
  if (!existsSync(join(root, path))) return false;
  const source = readFileSync(join(root, path), 'utf8');
  const quoted = ["'", '"', '`'].map((quote) => `(${quote}${title}${quote},`);
  return quoted.some((call) => source.replace(/\(\s+/g, '(').includes(call));
}

test('every row of the specification coverage names a test, and every test that it names exists', () => {
  expect(rows.filter(({ proofs }) => proofs.length === 0)).toEqual([]);
  expect(rows.flatMap(({ proofs }) => proofs).filter((proof) => !exists(proof))).toEqual([]);
});

test('every test that the accessibility page names exists', () => {
  const page = readFileSync(join(root, 'docs/accessibility.md'), 'utf8');
  const proofs = [...page.matchAll(PROOF)].map(([, path = '', title = '']) => ({ path, title }));
  expect(proofs.length).toBeGreaterThan(20);
  expect(proofs.filter((proof) => !exists(proof))).toEqual([]);
});

test('every section of the specification is covered', () => {
  const sections = [...coverage.matchAll(/^## (\d)\. /gm)].map(([, number]) => Number(number));
  expect(sections).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(rows.length).toBeGreaterThan(100);
});

test.each([
  { path: 'test/spec-coverage.test.ts', title: 'a test that is not there' },
  { path: 'test/nothing.test.ts', title: 'every section of the specification is covered' },
])('a missing test is noticed: $path › $title', (proof) => {
  expect(exists(proof)).toBe(false);
});
