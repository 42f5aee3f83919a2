import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { createKnocks } from './knocks.ts';

const MINUTE = 60_000;

async function doorstep() {
  let time = Date.now();
  const store = await openSqliteStore(join(temporaryFolder(), 'letters.db'), { now: () => time });
  onTestFinished(() => store.close());
  const knocks = createKnocks(store.records, () => time);
  return {
    records: store.records,
    look: knocks.look,
    turnAway: async (network: string) => (await knocks.look(network)).turnAway(),
    wait(milliseconds: number) {
      time += milliseconds;
    },
  };
}

test('a knock is remembered for 15 minutes', async () => {
  const { look, turnAway, wait } = await doorstep();
  expect((await look('10.0.0.1')).wait).toBe(0);
  expect(await turnAway('10.0.0.1')).toBe(15 * MINUTE);
  expect((await look('10.0.0.2')).wait).toBe(0);
  wait(15 * MINUTE - 1);
  expect((await look('10.0.0.1')).wait).toBe(1);
  wait(1);
  expect((await look('10.0.0.1')).wait).toBe(0);
});

test('whoever knocks every ten minutes is never forgotten', async () => {
  const { turnAway, look, wait } = await doorstep();
  for (let at = 0; at < 12; at += 1) {
    await turnAway('10.0.0.1');
    wait(10 * MINUTE - 1);
    expect((await look('10.0.0.1')).wait).toBeGreaterThan(0);
  }
});

test('of many who knock at once each is remembered', async () => {
  const { turnAway, look } = await doorstep();
  const addresses = Array.from({ length: 400 }, (_, at) => `10.0.${at >> 8}.${at & 255}`);
  await Promise.all(addresses.map(turnAway));
  for (const address of addresses) expect((await look(address)).wait, address).toBeGreaterThan(0);
});

test('what is kept is a digest, and of all addresses no more than fits', async () => {
  const { turnAway, look, records, wait } = await doorstep();
  const addresses = Array.from({ length: 20_000 }, (_, at) => `10.0.${at >> 8}.${at & 255}`);
  const together = addresses
    .filter((address) => createHash('sha256').update(address).digest().at(-1) === 7)
    .slice(0, 20);
  expect(together).toHaveLength(20);
  for (const address of together) await turnAway(address);
  const kept = await records.get('knock', '07');
  for (const address of together) expect(kept?.value.knocks).not.toContain(address);
  const known = await Promise.all(together.map(async (address) => (await look(address)).wait > 0));
  expect(known).toEqual(together.map((_, at) => at < 16));
  await turnAway(together.at(-1) ?? '');
  expect((await records.get('knock', '07'))?.version).toBe(kept?.version);
  // One goes on knocking; the others' places are free once they are forgotten.
  wait(10 * MINUTE);
  await turnAway(together[0] ?? '');
  wait(10 * MINUTE);
  await turnAway(together.at(-1) ?? '');
  expect((await look(together.at(-1) ?? '')).wait).toBe(15 * MINUTE);
  wait(15 * MINUTE);
  expect(await records.list('knock')).toEqual([]);
});
