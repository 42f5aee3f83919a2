import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { logStream } from './log-stream.ts';

test('drops what comes while too much is unread, and goes on once it is read', () => {
  const stream = new PassThrough({ highWaterMark: 1 });
  const write = logStream(stream, 20);
  for (let count = 0; count < 100; count += 1) write(`line ${count}\n`);
  expect(stream.writableLength).toBeLessThan(40);
  const kept = String(stream.read());
  expect(kept).toMatch(/^line 0\n/);
  while (stream.read() !== null);
  write('later\n');
  expect(String(stream.read())).toBe('later\n');
});
