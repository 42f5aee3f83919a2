import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

test('never runs more tasks at once than the limit, and runs all of them in order', async () => {
  const limited = createConcurrencyLimit(2);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const task = (number: number) => async () => {
    started.push(number);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return number;
  };
  const numbers = Array.from({ length: 10 }, (_, number) => number);
  const all = () => Promise.all(numbers.map((number) => limited(task(number))));
  expect(await all()).toEqual(numbers);
  expect(started).toEqual(numbers);
  // Nor once the slots were free in between.
  await all();
  expect(most).toBe(2);
});

test('continues after a task that failed', async () => {
  const limited = createConcurrencyLimit(1);
  const failed = limited(() => Promise.reject(new Error('no')));
  const next = limited(() => Promise.resolve('next'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
  // The slot is free again once nobody waits for it.
  expect(await limited(() => Promise.resolve('later'))).toBe('later');
});
