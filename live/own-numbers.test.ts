import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import type { Store } from '#core/store.ts';
import { startSiteProcess } from '#test/site/site-process.ts';
import { interruptedRecords } from '#test/stores/interrupted-records.ts';
import { temporaryStore } from '#test/stores/temporary-store.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { imported } from '../store/contract/engine.ts';
import type { Subscriber } from './broadcast.ts';
import { createHub, type Hub } from './hub.ts';
import { withOwnNumbers } from './own-numbers.ts';

/** An instance that starts at a time. */
async function start(store: Pick<Store, 'letters' | 'records'>, time: number): Promise<Hub> {
  const hub = await createHub(withOwnNumbers(store, () => time));
  onTestFinished(() => hub.close());
  return hub;
}

/** What a reader is told who knows of all changes up to a number. */
function toldAfter(seq: number, hub: Hub): string[] {
  const told: string[] = [];
  const subscriber: Subscriber = {
    tell: (news) => told.push(...news.map(({ kind }) => kind)),
    end: () => {},
  };
  hub.subscribe(seq, subscriber);
  return told;
}

test('who has seen as many changes of an earlier database is told to read everything again', async () => {
  const [earlier, restored] = [await temporaryStore(), await temporaryStore()];
  for (const { letters } of [earlier, restored]) await letters.replaceAll([]);
  const { seq } = await start(earlier, 1_000_000);
  const hub = await start(restored, 1_000_001);
  expect(toldAfter(seq, hub)).toEqual(['reset']);
  expect(toldAfter(hub.seq, hub)).toEqual([]);
});

test('all instances, also those that start later, have the same numbers', async () => {
  const store = await temporaryStore();
  const [one, other] = await Promise.all([start(store, 1000), start(store, 2000)]);
  await store.letters.importAll([imported()], 0);
  const later = await start(store, 3000);
  expect([other.seq, later.seq]).toEqual([one.seq, one.seq]);
  expect([1001, 2001]).toContain(one.seq);
  expect(toldAfter(one.seq - 1, one)).toEqual(['shown']);
});

test('an instance that starts while another makes a note of where they begin has its numbers', async () => {
  const { letters, records: real } = await temporaryStore();
  const { records, meanwhile } = interruptedRecords(real);
  const other = Promise.withResolvers<Hub>();
  meanwhile(async () => other.resolve(await start({ letters, records: real }, 2000)));
  const one = await start({ letters, records }, 1000);
  expect(one.seq).toBe((await other.promise).seq);
});

test('where nothing can be written, changes are told all the same', async () => {
  const { letters, records } = await temporaryStore();
  const put = vi.fn<typeof records.put>().mockRejectedValue(new StoreUnavailable('full'));
  const hub = await start({ letters, records: { ...records, put } }, 1000);
  const told = toldAfter(hub.seq, hub);
  await letters.importAll([imported()], 0);
  expect(told).toEqual(['shown']);
});

test('a site numbers its changes from its first start on, whenever it starts again', async () => {
  const begun = Date.now();
  const folder = temporaryFolder();
  const numbers: number[] = [];
  for (const _ of ['first', 'again']) {
    await using site = await startSiteProcess({}, folder);
    const list = await fetch(`${site.address}/api/letters`);
    numbers.push(((await list.json()) as { seq: number }).seq);
    await site.stop();
  }
  expect(numbers[0]).toBeGreaterThanOrEqual(begun);
  expect(numbers[1]).toBe(numbers[0]);
});
