import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import { createSessionWatch } from './session-watch.ts';
import type { SessionState } from './sessions.ts';

function lookout() {
  const states = new Map<string, SessionState>();
  let looks = 0;
  const faults = new Map<string, Error>();
  const log = vi.fn();
  const sessions = {
    async state(token: string) {
      looks += 1;
      const fault = faults.get(token);
      if (fault) throw fault;
      return states.get(token) ?? 'open';
    },
  };
  return { states, faults, log, watch: createSessionWatch({ sessions, log }), looks: () => looks };
}

const timers = () => process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;

test('reads the store once for all watchers of a session, and only while there are any', async () => {
  const before = timers();
  const { watch, looks } = lookout();
  const unwatch = [1, 2, 3].map(() => watch.watch('token', () => {}));
  expect(timers()).toBe(before + 1);
  await watch.poll();
  expect(looks()).toBe(1);
  for (const end of unwatch) end();
  await watch.poll();
  expect(looks()).toBe(1);
  expect(timers()).toBe(before);
  const end = watch.watch('token', () => {});
  expect(timers()).toBe(before + 1);
  end();
});

test('polls repeatedly without being asked', async () => {
  const { watch, states, looks } = lookout();
  const ended = vi.fn();
  watch.watch('token', ended);
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(1), 10_000);
  expect(ended).not.toHaveBeenCalled();
  states.set('token', 'closed');
  await vi.waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('closed'), 10_000);
});

test('sends no second query to a slow store before the first is answered', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const state = vi.fn(() => new Promise<SessionState>(() => {}));
  const watch = createSessionWatch({ sessions: { state }, log: vi.fn() });
  watch.watch('token', () => {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state).toHaveBeenCalledOnce();
  watch.close();
});

test('survives errors: an unavailable store ends no session, an unexpected error is logged, and polling continues', async () => {
  const { watch, states, faults, log } = lookout();
  const [doubtful, other] = [vi.fn(), vi.fn()];
  watch.watch('doubtful', doubtful);
  watch.watch('other', other);
  faults.set('doubtful', new StoreUnavailable('away'));
  await watch.poll();
  expect(log).not.toHaveBeenCalled();
  const fault = new Error('unforeseen');
  faults.set('doubtful', fault);
  states.set('other', 'closed');
  await watch.poll();
  expect(other.mock.calls).toEqual([['closed']]);
  expect(doubtful).not.toHaveBeenCalled();
  expect(log).toHaveBeenCalledWith(expect.any(String), fault);
  expect(JSON.stringify(log.mock.calls)).not.toContain('doubtful');
  // And again, by itself.
  log.mockClear();
  await vi.waitFor(() => expect(log.mock.calls.length).toBeGreaterThan(1), 20_000);
  faults.clear();
  states.set('doubtful', 'closed');
  await vi.waitFor(() => expect(doubtful).toHaveBeenCalledExactlyOnceWith('closed'), 20_000);
});

test('notifies each watcher once, and none that has left', async () => {
  const { watch, states } = lookout();
  const [one, two, left] = [vi.fn(), vi.fn(), vi.fn()];
  watch.watch('a', one);
  watch.watch('b', two);
  watch.watch('a', left)();
  states.set('a', 'replaced');
  await Promise.all([watch.poll(), watch.poll()]);
  watch.close();
  expect(one.mock.calls).toEqual([['replaced']]);
  expect(two.mock.calls).toEqual([['stopping']]);
  expect(left).not.toHaveBeenCalled();
  const late = vi.fn();
  watch.watch('c', late);
  expect(late.mock.calls).toEqual([['stopping']]);
});

test('whoever leaves after a session has ended ends no watch that began later', async () => {
  const { watch, states } = lookout();
  const [earlier, later] = [vi.fn(), vi.fn()];
  const leave = watch.watch('a', earlier);
  states.set('a', 'closed');
  await watch.poll();
  expect(earlier).toHaveBeenCalledOnce();
  watch.watch('a', later);
  leave();
  await watch.poll();
  expect(later).toHaveBeenCalledExactlyOnceWith('closed');
});
