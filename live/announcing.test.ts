import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { madeUpChanges } from '#test/stores/made-up-changes.ts';
import { createHub } from './hub.ts';

/** A hub with changes that the test makes, and with work for each but `light` ones that the test ends. */
async function busyHub() {
  const { letters, shown } = madeUpChanges();
  const hub = await createHub(letters);
  onTestFinished(() => hub.close());
  const work: PromiseWithResolvers<void>[] = [];
  hub.onChange((event) => {
    if (event.kind === 'shown' && event.letter.id === 'light') return undefined;
    const one = Promise.withResolvers<void>();
    work.push(one);
    return one.promise;
  });
  let seq = 0;
  const send = (id: string) => {
    seq += 1;
    shown(seq, id);
  };
  const listen = (after: number | null) => {
    const told: string[] = [];
    const leave = hub.subscribe(after, {
      tell: (news) => told.push(...news.map((event) => `${event.seq} ${event.kind}`)),
      end: () => told.push('end'),
    });
    return { told, leave };
  };
  return { hub, send, listen, done: (which: number) => work[which]?.resolve() };
}

test('announces changes in order, when the work on each is done, also to new subscribers', async () => {
  const { hub, send, listen, done } = await busyHub();
  const { told } = listen(null);
  send('a');
  const early = listen(0);
  send('b');
  const [late, first, gone] = [listen(null), listen(1), listen(0)];
  gone.leave();
  expect(hub.seq).toBe(2);
  done(1);
  await nextTurn();
  expect([told, early.told, late.told, first.told]).toEqual([[], [], [], []]);
  done(0);
  await hub.published();
  expect(told).toEqual(['1 shown', '2 shown']);
  expect(early.told).toEqual(['1 shown', '2 shown']);
  await nextTurn();
  expect(first.told).toEqual(['2 shown']);
  early.leave();
  send('c');
  done(2);
  await hub.published();
  expect(late.told).toEqual(['3 shown']);
  expect(first.told).toEqual(['2 shown', '3 shown']);
  expect(early.told).toEqual(['1 shown', '2 shown']);
  expect(gone.told).toEqual([]);
});

test('a change without work waits for the work on those before it, and not for that on later ones', async () => {
  const { hub, send, listen, done } = await busyHub();
  const { told } = listen(null);
  for (const id of ['a', 'light', 'c']) send(id);
  await nextTurn();
  expect(told).toEqual([]);
  done(0);
  await nextTurn();
  expect(told).toEqual(['1 shown', '2 shown']);
  const late = listen(null);
  expect(late.told).toEqual([]);
  done(1);
  await hub.published();
  await nextTurn();
  expect(told).toEqual(['1 shown', '2 shown', '3 shown']);
  expect(late.told).toEqual([]);
});

test('a subscriber that comes during that work is ended when the site stops', async () => {
  const { hub, send, listen, done } = await busyHub();
  send('a');
  const { told } = listen(0);
  hub.close();
  done(0);
  await hub.published();
  await nextTurn();
  expect(told).toEqual(['end']);
});
