import { expect, onTestFinished, test, vi } from 'vitest';
import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';
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

test('once the store can be reached, calls go to it', async () => {
  standStill();
  const ping = vi.fn(async () => {});
  const open = vi.fn(async () => ({ ping }) as Partial<Store> as Store);
  open.mockImplementationOnce(away).mockImplementationOnce(away);
  const { store, opened } = await openWhenReachable(open);
  await expect(store.ping()).rejects.toThrow(StoreUnavailable);
  await vi.advanceTimersByTimeAsync(60_000);
  await opened;
  await store.ping();
  expect(ping).toHaveBeenCalledOnce();
});

test('until then, calls are refused with the reason of the last attempt', async () => {
  standStill();
  const trouble = { kind: 'full', reason: 'there is no room' } as const;
  const open = vi.fn(() => Promise.reject(new StoreUnavailable(new Error('53100'), trouble)));
  open.mockImplementationOnce(away);
  const { store, obstacle } = await openWhenReachable(open);
  expect(obstacle).toBe('away');
  await vi.advanceTimersByTimeAsync(1000);
  await expect(store.ping()).rejects.toMatchObject(trouble);
});

test('a store that can be reached, but not be used, is not tried again', async () => {
  const open = vi.fn(() => Promise.reject(new OwnerFacingError('It is of another program.')));
  await expect(openWhenReachable(open)).rejects.toThrow('another program');
  expect(open).toHaveBeenCalledOnce();
});

test('a store that turns out to be unusable when it is reached says so to whoever waits for it only later', async () => {
  standStill();
  const open = vi.fn(() => Promise.reject(new OwnerFacingError('It is of another program.')));
  const { opened } = await openWhenReachable(open.mockImplementationOnce(away));
  // Nobody waits yet, as while the site starts.
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(opened).rejects.toThrow('another program');
  expect(open).toHaveBeenCalledTimes(2);
});
