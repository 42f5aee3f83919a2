import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import type { Store } from '#core/store.ts';
import { openWhenReachable } from './open-when-reachable.ts';

const away = () => Promise.reject(new StoreUnavailable(new Error('away')));

/** Time passes only when told to. */
function standStill() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test('a store that is closed before it could be reached is not tried again', async () => {
  standStill();
  const open = vi.fn(away);
  const { store } = await openWhenReachable(open);
  const closed = vi.fn();
  void store.close().then(closed);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(closed).toHaveBeenCalledOnce();
  expect(open).toHaveBeenCalledTimes(2);
});

test('a store that opens while it is being closed is closed again', async () => {
  standStill();
  const late = Promise.withResolvers<Store>();
  const open = vi.fn(() => late.promise).mockImplementationOnce(away);
  const { store } = await openWhenReachable(open);
  const closed = store.close();
  const close = vi.fn(async () => {});
  late.resolve({ close } as Partial<Store> as Store);
  await closed;
  expect(close).toHaveBeenCalledOnce();
});
