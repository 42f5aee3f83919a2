import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { temporaryStore } from '#test/stores/temporary-store.ts';
import { createRefusedCallers } from './refused-callers.ts';

const MINUTE = 60_000;

async function refusedCallers() {
  let time = Date.now();
  const store = await temporaryStore({ now: () => time });
  const callers = createRefusedCallers(store.records, () => time);
  return {
    records: store.records,
    find: callers.find,
    refuse: async (network: string) => (await callers.find(network)).recordRefusal(),
    wait(milliseconds: number) {
      time += milliseconds;
    },
  };
}

test('a refusal is remembered for 15 minutes', async () => {
  const { find, refuse, wait } = await refusedCallers();
  expect((await find('10.0.0.1')).wait).toBe(0);
  expect(await refuse('10.0.0.1')).toBe(15 * MINUTE);
  expect((await find('10.0.0.2')).wait).toBe(0);
  wait(15 * MINUTE - 1);
  expect((await find('10.0.0.1')).wait).toBe(1);
  wait(1);
  expect((await find('10.0.0.1')).wait).toBe(0);
});

test('a refusal from a clock that was ahead is not remembered until that time', async () => {
  const { find, refuse, wait } = await refusedCallers();
  await refuse('10.0.0.1');
  wait(-15 * MINUTE + 1);
  expect((await find('10.0.0.1')).wait).toBeGreaterThan(0);
  wait(-1);
  expect((await find('10.0.0.1')).wait).toBe(0);
});

test('an address that retries every ten minutes is never forgotten', async () => {
  const { refuse, find, wait } = await refusedCallers();
  for (let at = 0; at < 12; at += 1) {
    await refuse('10.0.0.1');
    wait(10 * MINUTE - 1);
    expect((await find('10.0.0.1')).wait).toBeGreaterThan(0);
  }
});

test('when many addresses are refused at once, each is remembered', async () => {
  const { refuse, find } = await refusedCallers();
  const addresses = Array.from({ length: 400 }, (_, at) => `10.0.${at >> 8}.${at & 255}`);
  await Promise.all(addresses.map(refuse));
  for (const address of addresses) expect((await find(address)).wait, address).toBeGreaterThan(0);
});

test('only a digest of an address is stored, and only a limited number of them', async () => {
  const { refuse, find, records, wait } = await refusedCallers();
  const addresses = Array.from({ length: 20_000 }, (_, at) => `10.0.${at >> 8}.${at & 255}`);
  const together = addresses
    .filter((address) => createHash('sha256').update(address).digest().at(-1) === 7)
    .slice(0, 20);
  expect(together).toHaveLength(20);
  for (const address of together) await refuse(address);
  const kept = await records.get('knock', '07');
  for (const address of together) expect(kept?.value.knocks).not.toContain(address);
  const known = await Promise.all(together.map(async (address) => (await find(address)).wait > 0));
  expect(known).toEqual(together.map((_, at) => at < 16));
  await refuse(together.at(-1) ?? '');
  expect((await records.get('knock', '07'))?.version).toBe(kept?.version);
  // One keeps retrying; the others' places are free once they are forgotten.
  wait(10 * MINUTE);
  await refuse(together[0] ?? '');
  wait(10 * MINUTE);
  expect((await find(together[0] ?? '')).wait).toBe(5 * MINUTE);
  await refuse(together.at(-1) ?? '');
  expect((await find(together.at(-1) ?? '')).wait).toBe(15 * MINUTE);
  wait(15 * MINUTE);
  expect(await records.list('knock')).toEqual([]);
});
