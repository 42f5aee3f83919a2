import { afterEach, expect, test, vi } from 'vitest';
import { seededRandom } from '#test/seeded-random.ts';
import { createHeartbeat } from './heartbeat.ts';

afterEach(() => vi.useRealTimers());

function thousandMembers() {
  vi.useFakeTimers();
  const beats: number[] = [];
  const join = createHeartbeat((member: number) => beats.push(member), seededRandom('turns'));
  const leave = Array.from({ length: 1000 }, (_, member) => join(member));
  return { beats, join, leave };
}

test('after a delay by a busy process, all overdue beats are sent at once', () => {
  vi.useFakeTimers();
  let now = 0;
  const beats: number[] = [];
  const random = seededRandom('turns');
  const join = createHeartbeat(
    (member: number) => beats.push(member),
    random,
    () => now,
  );
  for (let member = 0; member < 1000; member += 1) join(member);
  const tick = (milliseconds: number) => {
    now += milliseconds;
    vi.advanceTimersByTime(100);
  };
  // 15 seconds by the clock, in which the timer came 60 times instead of 150.
  for (let late = 0; late < 60; late += 1) tick(250);
  expect(beats.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, at) => at));
  tick(60_000);
  expect(beats).toHaveLength(2000);
});

test('every member has one beat in 15 seconds, and they are spread evenly', () => {
  const { beats } = thousandMembers();
  for (let turn = 0; turn < 150; turn += 1) {
    const before = beats.length;
    vi.advanceTimersByTime(100);
    expect(beats.length - before).toBeLessThan(30);
  }
  expect(new Set(beats).size).toBe(1000);
  vi.advanceTimersByTime(15_000);
  expect(beats).toHaveLength(2000);
});

test('members that have left get no beat, and the timer runs only while there are members', () => {
  const { beats, join, leave } = thousandMembers();
  for (const leaves of leave.slice(1)) leaves();
  leave[1]?.();
  vi.advanceTimersByTime(30_000);
  expect(beats).toEqual([0, 0]);
  leave[0]?.();
  expect(vi.getTimerCount()).toBe(0);
  join(7);
  vi.advanceTimersByTime(15_000);
  expect(beats).toEqual([0, 0, 7]);
});
