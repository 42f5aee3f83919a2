import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBroadcast } from './broadcast.ts';

const withdrawn = (seq: number, id = String(seq)) => ({ kind: 'withdrawn', seq, id }) as const;
const shown = (seq: number, id: string) => {
  return { kind: 'shown', seq, letter: { id, title: 'T', date: null, position: '' } } as const;
};

/** Long enough for a busy machine. */
const LONG_ENOUGH = { timeout: 10_000 };

function broadcastTo(count: number) {
  const broadcast = createBroadcast();
  const subscribe = () => {
    const told: number[] = [];
    const unsubscribe = broadcast.subscribe({
      tell: (events) => told.push(...events.map(({ seq }) => seq)),
      end: () => told.push(-1),
    });
    return { told, unsubscribe };
  };
  return { broadcast, subscribe, subscribers: Array.from({ length: count }, subscribe) };
}

const all = <Of>(value: Of, count: number) => Array.from({ length: count }, () => value);

test('few subscribers are told at once, each time', () => {
  const { broadcast, subscribers } = broadcastTo(50);
  broadcast.publish(withdrawn(1));
  broadcast.publish(withdrawn(2));
  expect(subscribers.map(({ told }) => told)).toEqual(all([1, 2], 50));
});

test('many subscribers are told in batches, all of everything in order', async () => {
  const { broadcast, subscribe, subscribers } = broadcastTo(150);
  broadcast.publish(withdrawn(1));
  const told = () => subscribers.filter((subscriber) => subscriber.told.length > 0).length;
  expect(told()).toBe(0);
  await nextTurn();
  expect(told()).toBe(50);
  const late = subscribe();
  broadcast.publish(withdrawn(2));
  await nextTurn();
  expect(told()).toBe(100);
  subscribers[120]?.unsubscribe();
  await expect.poll(() => subscribers[0]?.told, LONG_ENOUGH).toEqual([1, 2]);
  await expect.poll(() => late.told, LONG_ENOUGH).toEqual([2]);
  subscribers.splice(120, 1);
  expect(subscribers.map((subscriber) => subscriber.told)).toEqual(all([1, 2], 149));
});

test('a subscriber that leaves while it is the next to be told does not come back', async () => {
  const { broadcast, subscribers } = broadcastTo(51);
  broadcast.publish(withdrawn(1));
  subscribers[0]?.unsubscribe();
  await expect.poll(() => subscribers[50]?.told, LONG_ENOUGH).toEqual([1]);
  broadcast.publish(withdrawn(2));
  await expect.poll(() => subscribers[50]?.told, LONG_ENOUGH).toEqual([1, 2]);
  expect(subscribers[0]?.told).toEqual([]);
});

test('a subscriber that leaves during a broadcast is told nothing more, and after the end nobody is', async () => {
  const { broadcast, subscribers } = broadcastTo(150);
  broadcast.publish(withdrawn(1));
  await nextTurn();
  subscribers[120]?.unsubscribe();
  broadcast.close();
  await nextTurn();
  await nextTurn();
  expect(subscribers[0]?.told).toEqual([1, -1]);
  expect(subscribers[120]?.told).toEqual([]);
  expect(subscribers[140]?.told).toEqual([-1]);
});

test('an event that is superseded before it is sent is not sent', async () => {
  const { broadcast, subscribers } = broadcastTo(150);
  broadcast.publish(shown(1, 'a'));
  await nextTurn();
  broadcast.publish(shown(2, 'secret'));
  broadcast.publish(shown(3, 'b'));
  broadcast.publish(withdrawn(4, 'secret'));
  await expect
    .poll(() => subscribers.map(({ told }) => told.at(-1)), LONG_ENOUGH)
    .toEqual(all(4, 150));
  expect(subscribers.filter(({ told }) => told.includes(2))).toEqual([]);
  expect(subscribers.every(({ told }) => told.includes(1) && told.includes(3))).toBe(true);
  broadcast.publish(shown(5, 'c'));
  broadcast.publish({ kind: 'reset', seq: 6 });
  await expect
    .poll(() => subscribers.map(({ told }) => told.at(-1)), LONG_ENOUGH)
    .toEqual(all(6, 150));
  expect(subscribers.filter(({ told }) => told.includes(5))).toEqual([]);
});
