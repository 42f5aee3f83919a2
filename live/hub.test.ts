import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import type { Letters, VisibleChange, Watch } from '#core/store.ts';
import { madeUpChanges } from '#test/stores/made-up-changes.ts';
import { temporaryStore } from '#test/stores/temporary-store.ts';
import { imported } from '../store/contract/engine.ts';
import type { LiveEvent } from './broadcast.ts';
import { createHub } from './hub.ts';

const text = { title: 'T', content: 'C', signature: 'S', date: '2026-11-20', hidden: false };

async function house(remembered?: number) {
  const store = await temporaryStore();
  const hub = await createHub(store.letters, remembered);
  onTestFinished(() => hub.close());
  const send = (id: string) => store.letters.create({ ...text, id, createdAt: 0 }, 0);
  const listen = (after: number | null) => {
    const told: string[] = [];
    const events: LiveEvent[] = [];
    const leave = hub.subscribe(after, {
      tell(news) {
        events.push(...news);
        told.push(...news.map(({ seq, kind }) => `${seq} ${kind}`));
      },
      end: () => told.push('end'),
    });
    return { told, events, leave };
  };
  return { ...store, hub, send, listen };
}

test('tells every subscriber of a change, with the same event object', async () => {
  const { send, listen, letters, hub } = await house();
  const [one, other] = [listen(null), listen(hub.seq)];
  await send('a');
  await letters.update('a', { ...text, hidden: true }, 1);
  expect(one.told).toEqual(['1 shown', '2 withdrawn']);
  expect(one.events[0]).toBe(other.events[0]);
  expect(one.events[0]).toMatchObject({ kind: 'shown', letter: { id: 'a', title: 'T' } });
  expect(one.events[1]).toEqual({ kind: 'withdrawn', seq: 2, id: 'a' });
});

test('tells nothing to a subscriber that missed nothing while the site was restarted', async () => {
  const { send, letters } = await house();
  await send('a');
  const hub = await createHub(letters);
  onTestFinished(() => hub.close());
  const told: LiveEvent[] = [];
  hub.subscribe(1, { tell: (news) => told.push(...news), end: () => {} });
  expect(told).toEqual([]);
});

test('tells a returning subscriber what it missed, and no more', async () => {
  const { send, listen } = await house();
  for (const id of ['a', 'b', 'c']) await send(id);
  expect(listen(1).told).toEqual(['2 shown', '3 shown']);
  expect(listen(3).told).toEqual([]);
  expect(listen(null).told).toEqual([]);
});

test('sends reset if it no longer knows what was missed', async () => {
  const { send, listen } = await house(2);
  for (const id of ['a', 'b', 'c']) await send(id);
  expect(listen(1).told).toEqual(['2 shown', '3 shown']);
  expect(listen(0).told).toEqual(['3 reset']);
  // Whoever knows a higher number has seen another database.
  expect(listen(4).told).toEqual(['3 reset']);
  expect(listen(-1).told).toEqual(['3 reset']);
});

test('tells a stranger who asks from the beginning nothing about withdrawn letters', async () => {
  const { send, listen, letters } = await house();
  await send('a');
  await send('secret');
  await letters.update('secret', { ...text, hidden: true }, 1);
  expect(listen(0).told).toEqual(['3 reset']);
  expect(listen(2).told).toEqual(['3 reset']);
  await send('b');
  expect(JSON.stringify(listen(0).events)).not.toContain('secret');
  expect(listen(3).told).toEqual(['4 shown']);
});

test('replays only the last state of a letter that changed twice', async () => {
  const { send, listen, letters } = await house();
  await send('a');
  await send('b');
  await letters.update('a', { ...text, title: 'In other words' }, 1);
  const { told, events } = listen(0);
  expect(told).toEqual(['2 shown', '3 shown']);
  expect(events[1]).toMatchObject({ letter: { id: 'a', title: 'In other words' } });
});

test('sends reset to all, and forgets earlier events, if the store may have missed a change', async () => {
  const { send, listen, letters, hub } = await house();
  await send('a');
  const { told } = listen(null);
  const many = Array.from({ length: 150 }, () => imported());
  await letters.importAll(many, 0);
  expect(told).toEqual([`${hub.seq} reset`]);
  expect(listen(hub.seq - 1).told).toEqual([`${hub.seq} reset`]);
  await send('b');
  expect(listen(hub.seq - 1).told).toEqual([`${hub.seq} shown`]);
});

test('forgets events that a restored older database does not have', async () => {
  const { letters, change, shown } = madeUpChanges();
  const hub = await createHub(letters);
  for (const seq of [1, 2, 3]) shown(seq, `old ${seq}`);
  change({ kind: 'resync', seq: 1 });
  shown(2, 'new');
  const told: LiveEvent[] = [];
  hub.subscribe(1, { tell: (news) => told.push(...news), end: () => {} });
  expect(told).toMatchObject([{ kind: 'shown', seq: 2, letter: { id: 'new' } }]);
});

test('sends reset for a skipped number, which is a missed change, also if it is the first', async () => {
  const { letters, shown } = madeUpChanges();
  const tell = vi.fn<(news: LiveEvent[]) => void>();
  (await createHub(letters)).subscribe(null, { tell, end: () => {} });
  for (const seq of [2, 3, 5]) shown(seq, `letter ${seq}`);
  expect(tell.mock.calls.flat(2).map(({ kind }) => kind)).toEqual(['reset', 'shown', 'reset']);
});

test('counts on from a change that comes while its watch still begins', async () => {
  const { letters, shown } = madeUpChanges();
  const early: Pick<Letters, 'watchVisible'> = {
    async watchVisible(listener) {
      const begun = await letters.watchVisible(listener);
      shown(1, 'early');
      return begun;
    },
  };
  const hub = await createHub(early);
  const told: LiveEvent[] = [];
  hub.subscribe(null, { tell: (news) => told.push(...news), end: () => {} });
  shown(2, 'next');
  expect(told).toMatchObject([{ kind: 'shown', seq: 2 }]);
});

test('invalidates caches before it tells the readers', async () => {
  const { send, hub } = await house();
  const order: string[] = [];
  hub.subscribe(null, { tell: () => order.push('reader'), end: () => {} });
  hub.onChange(() => {
    order.push('cache');
    return undefined;
  });
  await send('a');
  expect(order).toEqual(['cache', 'reader']);
});

test('tells nothing to a subscriber that has left, and tells the others when it ends', async () => {
  const { send, listen, hub } = await house();
  const [gone, staying] = [listen(null), listen(null)];
  gone.leave();
  await send('a');
  hub.close();
  await send('b');
  expect(gone.told).toEqual([]);
  expect(staying.told).toEqual(['1 shown', 'end']);
});

test('still hears of changes once it has ended its subscriptions', async () => {
  const { send, listen, hub } = await house();
  const heard: number[] = [];
  hub.onChange(({ seq }) => {
    heard.push(seq);
    return undefined;
  });
  hub.end();
  await send('a');
  expect(heard).toEqual([1]);
  expect(listen(null).told).toEqual(['end']);
});

test('ends a subscription at once if it has closed already', async () => {
  const { listen, hub } = await house();
  hub.close();
  expect(listen(null).told).toEqual(['end']);
});

test('retries the watch, and then sends reset', async () => {
  const { letters, send } = await house();
  let reachable = false;
  const late = {
    async watchVisible(listener: (change: VisibleChange) => void) {
      if (!reachable) throw new StoreUnavailable(new Error('not yet'));
      return letters.watchVisible(listener);
    },
  };
  await send('before');
  const hub = await createHub(late);
  onTestFinished(() => hub.close());
  const cleared = Promise.withResolvers<void>();
  const events: LiveEvent[] = [];
  hub.onChange(() => {
    cleared.resolve();
    return undefined;
  });
  hub.subscribe(hub.seq, { tell: (news) => events.push(...news), end: () => {} });
  await send('meanwhile');
  expect(events).toEqual([]);
  reachable = true;
  await cleared.promise;
  expect(events).toEqual([{ kind: 'reset', seq: 2 }]);
  await send('after');
  expect(events.slice(1)).toMatchObject([{ kind: 'shown', seq: 3, letter: { id: 'after' } }]);
});

test('stops retrying the watch when it closes', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const watchVisible = vi
    .fn<Letters['watchVisible']>()
    .mockRejectedValue(new StoreUnavailable(new Error('not yet')));
  const hub = await createHub({ watchVisible });
  await vi.advanceTimersByTimeAsync(1000);
  hub.close();
  const asked = watchVisible.mock.calls.length;
  expect(asked).toBeGreaterThan(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(watchVisible).toHaveBeenCalledTimes(asked);
});

test('ends its watch when it closes, even one that begins only then', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const close = vi.fn();
  const late = Promise.withResolvers<Watch>();
  const watchVisible = vi
    .fn<Letters['watchVisible']>()
    .mockResolvedValueOnce({ seq: 0, close })
    .mockRejectedValueOnce(new StoreUnavailable(new Error('not yet')))
    .mockReturnValueOnce(late.promise);
  const letters = { watchVisible };
  (await createHub(letters)).close();
  expect(close).toHaveBeenCalledOnce();
  const hub = await createHub(letters);
  await vi.advanceTimersByTimeAsync(200);
  hub.close();
  late.resolve({ seq: 0, close });
  await vi.advanceTimersByTimeAsync(0);
  expect(close).toHaveBeenCalledTimes(2);
});
