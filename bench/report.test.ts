import { expect, test, vi } from 'vitest';
import { section } from './report.ts';
import { mergeResults } from './results.ts';
import { interleaved, ratios } from './rounds.ts';
import { type Figure, holds, measureRow, type Row } from './row.ts';

const row: Row = { name: 'warm', claim: 'How warm it is.', run: async () => ({ figures: [] }) };
const figure = (values: number[], must?: Figure['must']): Figure => ({
  what: 'Home page',
  values,
  unit: '×',
  ...(must ? { must } : {}),
});

test('a figure is judged by its median; one without a demand is not judged', () => {
  expect(holds(figure([0.9, 0.96, 0.97], { atLeast: 0.95 }))).toBe(true);
  expect(holds(figure([0.9, 0.94, 0.97], { atLeast: 0.95 }))).toBe(false);
  expect(holds(figure([1, 1.2, 3], { atMost: 1.2 }))).toBe(true);
  expect(holds(figure([1, 1.21, 3], { atMost: 1.2 }))).toBe(false);
  expect(holds(figure([1]))).toBe(null);
});

test('a row without measurements does not hold', () => {
  expect(holds(figure([], { atMost: 1 }))).toBe(false);
  expect(holds(figure([], { atLeast: 0 }))).toBe(false);
});

test('a row that throws, or cannot run here, does not hold and says why', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken = await measureRow({
    ...row,
    run: () => Promise.reject(new Error('There is no wrk.\nWRK_PATH names one.')),
  });
  const hindered = await measureRow({ ...row, obstacle: () => 'it needs /proc' });
  expect([broken, hindered].flatMap(({ figures }) => figures.map(holds))).toEqual([false, false]);
  expect(broken.remarks).toEqual(['Could not be measured: There is no wrk.']);
  expect(hindered.remarks).toEqual(['Not on this machine: it needs /proc.']);
});

test('a section lists median, spread, demand and verdict', () => {
  const text = section(
    row,
    { figures: [figure([0.9, 0.94, 0.97], { atLeast: 0.95 })], remarks: ['The floor is 1.'] },
    'today',
  );
  expect(text).toContain('| Home page | 0.94 × | 0.9 × to 0.97 × | ≥ 0.95 × | **falls short** |');
  expect(text).toContain('- The floor is 1.');
});

test('sides are measured in turn, forwards and backwards, and the first round is not counted', async () => {
  const asked: string[] = [];
  const side = (name: string) => () => {
    asked.push(name);
    return asked.length;
  };
  const found = await interleaved(2, { ours: side('ours'), theirs: side('theirs') });
  expect(asked).toEqual(['theirs', 'ours', 'ours', 'theirs', 'theirs', 'ours']);
  expect(found).toEqual({ ours: [3, 6], theirs: [4, 5] });
  expect(ratios([2, 9], [4, 3])).toEqual([0.5, 3]);
});

test('a row that is measured again replaces its section; the others keep their order', () => {
  const first = mergeResults('', new Map([['b', '## b\n\nold\n']]), ['a', 'b']);
  const both = mergeResults(first, new Map([['a', '## a\n\nnew\n']]), ['a', 'b']);
  expect(both.indexOf('## a')).toBeLessThan(both.indexOf('## b'));
  const again = mergeResults(both, new Map([['b', '## b\n\nnewer\n']]), ['a', 'b']);
  expect(again).toContain('newer');
  expect(again).not.toContain('old');
  expect(again).toContain('new');
});

test('sections of rows that no longer exist are dropped', () => {
  const kept = mergeResults('', new Map([['b', '## b\n\nold\n']]), ['a', 'b']);
  const fresh = new Map([['a', '## a\n\nnew\n']]);
  expect(mergeResults(kept, fresh, ['a'])).not.toContain('old');
});
