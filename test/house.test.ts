import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breachesOf, circlesIn, ROOMS, type SourceFile } from './house.ts';

const root = join(import.meta.dirname, '..');
const NOT_OURS = ['node_modules/**', 'build/**', '.react-router/**', 'test-results/**'];

function sourceFiles(): SourceFile[] {
  return globSync('**/*.{ts,tsx}', { cwd: root, exclude: NOT_OURS }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

test('every file follows the rules of the folders', () => {
  const files = sourceFiles();
  expect(files.flatMap(breachesOf)).toEqual([]);
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['server.ts', 'core/letter.ts', 'app/root.tsx']));
});

test('no files import each other in a circle', () => {
  expect(circlesIn(sourceFiles())).toEqual([]);
  const there = { path: 'app/a.ts', text: "import type { B } from './home/b.ts';" };
  const back = { path: 'app/home/b.ts', text: "import '#app/a.ts';" };
  const other = { path: 'app/c.ts', text: "import './a.ts'; import 'react';" };
  expect(circlesIn([other, there, back])).toEqual(['app/a.ts > app/home/b.ts > app/a.ts']);
});

/** Except the process that draws cards, which starts when the first is asked for, and again after a while if it cannot. */
test('once started, the process that answers requests loads no package: an upgrade replaces them meanwhile', () => {
  const late = sourceFiles().filter(
    ({ path, text }) =>
      /^(?:access|core|http|live|store)\//.test(path) &&
      !path.endsWith('.test.ts') &&
      /\bimport\(/.test(text),
  );
  expect(late.map(({ path }) => path).toSorted()).toEqual([
    'http/pages/load-pages.ts',
    'store/open-store.ts',
  ]);
});

test('the documentation describes these rules', () => {
  const told = readFileSync(join(root, 'docs/how-it-works.md'), 'utf8');
  for (const [name, { rooms }] of Object.entries(ROOMS)) {
    const line =
      told.split('\n').find((text) => new RegExp(`^\\| \`${name}/?\` `).test(text)) ?? '';
    const leansOn = line.split('|').at(-2) ?? '';
    const named = [...leansOn.matchAll(/`([^`]+)`/g)].map(([, room]) => room);
    expect(named.toSorted(), name).toEqual(rooms.toSorted());
  }
});

/**
 * Caddy's log of errors has the whole address of each request that failed, as while the site restarts, and that
 * of its proxy, in later versions, the address of each answer that a reader did not wait for.
 */
test.each(['README.md', 'docs/deploying/Caddyfile'])(
  'the configuration of Caddy in %s keeps the links of hidden letters out of its log',
  (path) => {
    const told = readFileSync(join(root, path), 'utf8');
    expect(told).toContain('reverse_proxy');
    expect(told).toMatch(
      /^\{[^}]*log default \{\s+exclude http\.log\.error http\.handlers\.reverse_proxy\s+\}\s+\}$/m,
    );
  },
);

test.each(['letters@.service', 'letters-backup.service'])(
  'the unit %s starts programs that are there, on any processor',
  (name) => {
    const told = readFileSync(join(root, 'docs/deploying', name), 'utf8');
    const started = /^ExecStart=.*$/m.exec(told)?.[0] ?? '';
    const programs = started.match(/(?:node_modules\/[\w./-]+|[\w/]+\.[jt]s)(?= )|start\.js$/g);
    expect(programs).toHaveLength(2);
    for (const program of programs ?? []) expect(existsSync(join(root, program))).toBe(true);
    expect(started).not.toMatch(/x64|arm64/);
  },
);

test('the nightly backup waits for the same as the site when the machine starts', () => {
  const [site, backup] = ['letters@.service', 'letters-backup.service'].map((name) =>
    readFileSync(join(root, 'docs/deploying', name), 'utf8').match(/^(?:Wants|After)=.*$/gm),
  );
  expect(site).toHaveLength(2);
  expect(backup).toEqual(site);
});

test.each([
  ['core/letter.ts', "import { z } from 'zod';\nimport { a } from './date.ts';"],
  ['store/sqlite/x.ts', "import 'node:fs';\nimport type { Store } from '#core/store.ts';"],
  ['store/sqlite/x.ts', "import { foldText } from '../fold-text.ts';"],
  ['http/x.ts', "import {\n  a,\n  b,\n} from '../access/sessions.ts';\nimport 'hono';"],
  ['app/home/home.tsx', "import { a } from '../letter/b.tsx';\nimport('react');"],
  ['cli/x.ts', "import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';"],
  ['server.ts', "import { openSqliteStore } from './store/sqlite/sqlite-store.ts';"],
  ['http/x.test.ts', "import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';"],
  ['idle-maintenance.ts', "import { setFlagsFromString } from 'node:v8';"],
  ['config.ts', 'process.env.PORT'],
  ['http/x.ts', "process.env.NODE_ENV ??= 'production';"],
  ['http/library.ts', ''],
])('%s may contain %j', (path, text) => {
  expect(breachesOf({ path, text })).toEqual([]);
});

test.each([
  ['core/letter.ts', "import { readFileSync } from 'node:fs';"],
  ['core/letter.ts', "import { Hono } from 'hono';"],
  ['core/letter.ts', "import { a } from '../store/fold-text.ts';"],
  ['core/letter.ts', "import '#test/shared-export.ts';"],
  ['store/x.ts', "export { a } from '../access/sessions.ts';"],
  ['access/x.ts', "import { a } from '../store/sqlite/sqlite-store.ts';"],
  ['access/x.ts', "import type { a } from '../http/portal/session.ts';"],
  ['live/x.ts', 'import { a } from "../http/portal/session.ts";'],
  ['http/x.ts', "import type { a } from '../store/fold-text.ts';"],
  ['http/x.ts', "const a = await import('../app/root.tsx');"],
  ['http/x.ts', "import {\n  a,\n  b,\n} from '../config.ts';"],
  ['app/home/home.tsx', "import { a } from '../../store/sqlite/sqlite-store.ts';"],
  ['app/home/home.tsx', "import { a } from 'node:fs';"],
  ['app/home/home.tsx', "import '../../http/session.ts';"],
  ['start-site.ts', "import { a } from './store/sqlite/sqlite-store.ts';"],
  ['idle-maintenance.ts', "import { a } from './http/session.ts';"],
  ['cli/x.ts', "import { a } from '../http/portal/session.ts';"],
  ['access/x.ts', 'const secret = process.env.SECRET;'],
  ['http/utils.ts', ''],
  ['app/lib/x.ts', ''],
  ['test/helpers/x.ts', ''],
  ['cellar/x.ts', ''],
])('%s may not contain %j', (path, text) => {
  expect(breachesOf({ path, text })).toHaveLength(1);
});
