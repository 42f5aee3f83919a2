import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCrowd } from './crowd.ts';

const withdrawn = (seq: number, id = String(seq)) => ({ kind: 'withdrawn', seq, id }) as const;
const shown = (seq: number, id: string) => {
  return { kind: 'shown', seq, letter: { id, title: 'T', date: null, position: '' } } as const;
};

/** For a machine that is busy. */
const PATIENCE = { timeout: 10_000 };

function crowdOf(count: number) {
  const crowd = createCrowd();
  const join = () => {
    const told: number[] = [];
    const leave = crowd.join({
      tell: (events) => told.push(...events.map(({ seq }) => seq)),
      end: () => told.push(-1),
    });
    return { told, leave };
  };
  return { crowd, join, members: Array.from({ length: count }, join) };
}

const all = <Of>(value: Of, count: number) => Array.from({ length: count }, () => value);

test('a few are told at once, each time', () => {
  const { crowd, members } = crowdOf(50);
  crowd.tell(withdrawn(1));
  crowd.tell(withdrawn(2));
  expect(members.map(({ told }) => told)).toEqual(all([1, 2], 50));
});

test('many are told little by little, everyone of everything in order', async () => {
  const { crowd, join, members } = crowdOf(150);
  crowd.tell(withdrawn(1));
  const told = () => members.filter((member) => member.told.length > 0).length;
  expect(told()).toBe(0);
  await turn();
  expect(told()).toBe(50);
  const late = join();
  crowd.tell(withdrawn(2));
  await turn();
  expect(told()).toBe(100);
  members[120]?.leave();
  await expect.poll(() => members[0]?.told, PATIENCE).toEqual([1, 2]);
  await expect.poll(() => late.told, PATIENCE).toEqual([2]);
  members.splice(120, 1);
  expect(members.map((member) => member.told)).toEqual(all([1, 2], 149));
});

test('whoever leaves while others are told hears nothing more, and after the end nobody does', async () => {
  const { crowd, members } = crowdOf(150);
  crowd.tell(withdrawn(1));
  await turn();
  members[120]?.leave();
  crowd.end();
  await turn();
  await turn();
  expect(members[0]?.told).toEqual([1, -1]);
  expect(members[120]?.told).toEqual([]);
  expect(members[140]?.told).toEqual([-1]);
});

test('what is overtaken before it is told is not told', async () => {
  const { crowd, members } = crowdOf(150);
  crowd.tell(shown(1, 'a'));
  await turn();
  crowd.tell(shown(2, 'secret'));
  crowd.tell(shown(3, 'b'));
  crowd.tell(withdrawn(4, 'secret'));
  await expect.poll(() => members.map(({ told }) => told.at(-1)), PATIENCE).toEqual(all(4, 150));
  expect(members.filter(({ told }) => told.includes(2))).toEqual([]);
  expect(members.every(({ told }) => told.includes(1) && told.includes(3))).toBe(true);
  crowd.tell(shown(5, 'c'));
  crowd.tell({ kind: 'reset', seq: 6 });
  await expect.poll(() => members.map(({ told }) => told.at(-1)), PATIENCE).toEqual(all(6, 150));
  expect(members.filter(({ told }) => told.includes(5))).toEqual([]);
});
