import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

test('never runs twice at a time, and runs once more for all calls made meanwhile', async () => {
  const begun: PromiseWithResolvers<void>[] = [];
  const ask = coalesce(() => {
    const one = Promise.withResolvers<void>();
    begun.push(one);
    return one.promise;
  });
  const done: string[] = [];
  const first = ask().then(() => done.push('first'));
  await expect.poll(() => begun.length).toBe(1);
  const second = ask().then(() => done.push('second'));
  const third = ask().then(() => done.push('third'));
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await first;
  await expect.poll(() => begun.length).toBe(2);
  expect(done).toEqual(['first']);
  begun[1]?.resolve();
  await Promise.all([second, third]);
  expect(begun).toHaveLength(2);
  const fourth = ask();
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.resolve();
  await fourth;
});

test('does not start a second run at the moment at which one ends', async () => {
  let running = 0;
  let most = 0;
  const ask = coalesce(async () => {
    running += 1;
    most = Math.max(most, running);
    await null;
    running -= 1;
  });
  const asked: Promise<void>[] = [];
  for (let turn = 0; turn < 50; turn += 1) {
    asked.push(ask());
    await null;
  }
  await Promise.all(asked);
  expect(most).toBe(1);
});
