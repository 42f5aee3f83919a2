import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, 'card-process.ts');

/** @param circles the more of them, the longer it takes to draw the card */
function order(circles: number) {
  const circle = '<circle cx="600" cy="315" r="300" fill="#a33" opacity=".1"/>';
  return {
    drawing: {
      svg: `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${circle.repeat(circles)}</svg>`,
      ink: '#000',
      paper: '#fff',
      title: { x: 600, y: 300, width: 600, top: 200, bottom: 400 },
      date: { x: 600, y: 500, size: 20 },
    },
    words: { title: 'Hello', date: 'Today', postmark: [] },
  };
}

test('ends in silence when its parent is gone before a card is drawn', async () => {
  const child = fork(PROGRAM, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const complaints = child.stderr && text(child.stderr);
  child.send(order(0));
  await once(child, 'message');
  child.send(order(100), () => child.disconnect());
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await complaints).toBe('');
});
