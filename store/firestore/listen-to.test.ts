import type { Query, QuerySnapshot } from '@google-cloud/firestore';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenTo } from './listen-to.ts';

/** A listener to a query that answers when it is told to. */
function listening() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const unsubscribe = vi.fn();
  const onSnapshot = vi.fn(
    (_: (found: QuerySnapshot) => void, __: (error: Error) => void) => unsubscribe,
  );
  const listening = { failed: vi.fn(), well: vi.fn() };
  const end = listenTo({ onSnapshot } as unknown as Query, () => {}, listening);
  return {
    end,
    subscriptions: () => onSnapshot.mock.calls.length,
    unsubscribed: () => unsubscribe.mock.calls.length,
    succeed: () => onSnapshot.mock.lastCall?.[0]({} as QuerySnapshot),
    fail: () => onSnapshot.mock.lastCall?.[1](new Error('away')),
  };
}

test('a listener that fails is started again, after ever longer pauses until it has heard something', () => {
  const { subscriptions, succeed, fail } = listening();
  const failAndWait = (pause: number) => {
    const before = subscriptions();
    fail();
    vi.advanceTimersByTime(pause - 1);
    expect(subscriptions()).toBe(before);
    vi.advanceTimersByTime(1);
    expect(subscriptions()).toBe(before + 1);
  };
  for (const pause of [500, 1000, 2000]) failAndWait(pause);
  succeed();
  failAndWait(500);
});

test('a listener that is ended during a pause is not started again', () => {
  const { end, subscriptions, unsubscribed, fail } = listening();
  fail();
  end();
  vi.advanceTimersByTime(60_000);
  expect(subscriptions()).toBe(1);
  expect(unsubscribed()).toBe(1);
});
