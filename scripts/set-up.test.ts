import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages, server } from './set-up.js';

const ROOT = join(import.meta.dirname, '..');
const SIBLING = /^import [^;]*? from '(\.[^']+)';/gm;

/** The files of ours that a file at the root or in `scripts/` imports. */
function imported(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(SIBLING)].map(([, path = '']) => join(file, '..', path));
}

test.each([
  ['pages', pages],
  ['server', server],
])('the %s are made anew when any file changes that makes them', (_, sources) => {
  const files = sources.filter((source) => /\.[jt]s$/.test(source));
  const needed = files.flatMap(imported);
  expect(needed.length).toBeGreaterThan(0);
  const isAmong = (file: string) =>
    sources.some((source) => file === source || file.startsWith(`${source}/`));
  expect(needed.filter((file) => !isAmong(file))).toEqual([]);
});
