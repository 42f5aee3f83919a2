import { expect, test } from 'vitest';
import { progressOn } from './progress.ts';

function terminal(output: { isTTY?: boolean; columns?: number } = { isTTY: true }) {
  let time = 0;
  const written: string[] = [];
  const progress = progressOn({ ...output, write: (text) => written.push(text) }, () => time);
  return { written, progress, wait: (milliseconds: number) => (time += milliseconds) };
}

test('overwrites one line, at most ten times a second, and removes it at the end', () => {
  const { written, progress, wait } = terminal();
  progress.tell('1 letter read');
  wait(99);
  progress.tell('2 letters read');
  wait(1);
  progress.tell('3 letters read');
  progress.clear();
  expect(written).toEqual(['\r\u001b[K1 letter read', '\r\u001b[K3 letters read', '\r\u001b[K']);
});

test('removes nothing if nothing was written', () => {
  const { written, progress } = terminal();
  progress.clear();
  progress.tell('1 letter read');
  progress.clear();
  progress.clear();
  expect(written).toHaveLength(2);
});

test('is never so long that the line would wrap', () => {
  const { written, progress } = terminal({ isTTY: true, columns: 10 });
  progress.tell('1,234 letters read');
  expect(written).toEqual(['\r\u001b[K1,234 let']);
});

test('writes nothing to a pipe', () => {
  const { written, progress, wait } = terminal({ columns: 80 });
  progress.tell('1 letter read');
  wait(1000);
  progress.tell('2 letters read');
  progress.clear();
  expect(written).toEqual([]);
});
