import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { createThrottle } from './throttle.ts';

const MINUTE = 60_000;

async function gate(path = join(temporaryFolder(), 'letters.db')) {
  let time = Date.now();
  const now = () => time;
  const store = await openSqliteStore(path, { now });
  onTestFinished(() => store.close());
  const throttle = createThrottle(store.records, now);
  const wait = (milliseconds: number) => {
    time += milliseconds;
  };
  const guess = async (address: string, times = 1) => {
    let allowed = 0;
    for (let at = 0; at < times; at += 1) {
      if ((await throttle.attempt(address)).allowed) allowed += 1;
    }
    return allowed;
  };
  return { path, throttle, wait, guess };
}

test('an address has ten guesses in 15 minutes, and is told how long to wait', async () => {
  const { throttle, guess, wait } = await gate();
  expect(await guess('10.0.0.1', 9)).toBe(9);
  wait(5 * MINUTE);
  expect(await guess('10.0.0.1', 3)).toBe(1);
  expect(await throttle.attempt('10.0.0.1')).toEqual({
    allowed: false,
    retryAfterSeconds: 10 * 60,
  });
  expect(await guess('10.0.0.2')).toBe(1);
  wait(10 * MINUTE - 1);
  expect(await throttle.attempt('10.0.0.1')).toEqual({ allowed: false, retryAfterSeconds: 1 });
  wait(1);
  // The nine of the beginning no longer count; the one of five minutes later does.
  expect(await guess('10.0.0.1', 20)).toBe(9);
});

test('all addresses together have a hundred guesses in an hour', async () => {
  const { throttle, guess, wait } = await gate();
  for (let at = 0; at < 10; at += 1) expect(await guess(`10.0.0.${at}`, 10)).toBe(10);
  expect(await throttle.attempt('10.0.1.1')).toEqual({ allowed: false, retryAfterSeconds: 3600 });
  wait(60 * MINUTE);
  expect(await guess('10.0.1.1', 20)).toBe(10);
});

test('a guess that all addresses together may not make does not count for its own', async () => {
  const { guess, wait } = await gate();
  for (let at = 0; at < 10; at += 1) await guess(`10.0.0.${at}`, 10);
  wait(50 * MINUTE);
  expect(await guess('10.0.1.1', 15)).toBe(0);
  wait(10 * MINUTE);
  expect(await guess('10.0.1.1', 15)).toBe(10);
});

test('what was right is given back', async () => {
  const { throttle, guess } = await gate();
  for (let at = 0; at < 150; at += 1) {
    const attempt = await throttle.attempt('10.0.0.1');
    if (!attempt.allowed) throw new Error('It was counted.');
    await attempt.giveBack();
  }
  expect(await guess('10.0.0.1', 20)).toBe(10);
});

test('guesses made at once are all counted', async () => {
  const { throttle } = await gate();
  const attempts = Array.from({ length: 40 }, () => throttle.attempt('10.0.0.1'));
  const allowed = (await Promise.all(attempts)).filter((attempt) => attempt.allowed);
  expect(allowed).toHaveLength(10);
});

test('counts on across a restart and across instances', async () => {
  const first = await gate();
  expect(await first.guess('10.0.0.1', 7)).toBe(7);
  const second = await gate(first.path);
  expect(await second.guess('10.0.0.1', 7)).toBe(3);
  expect(await first.guess('10.0.0.1')).toBe(0);
});

test('the addresses of one IPv6 customer count as one', async () => {
  const { guess } = await gate();
  expect(await guess('2001:db8:0:1::1', 5)).toBe(5);
  expect(await guess('2001:0db8::1:abcd:0:0:2', 10)).toBe(5);
  expect(await guess('2001:db8:0:2::1')).toBe(1);
  expect(await guess('::1')).toBe(1);
});
