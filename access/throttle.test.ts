import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storeAt } from '#test/stores/temporary-store.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { createThrottle, forgetGuesses } from './throttle.ts';

const MINUTE = 60_000;

async function gate(path = join(temporaryFolder(), 'letters.db')) {
  let time = Date.now();
  const now = () => time;
  const { records } = await storeAt(path, { now });
  let writes = 0;
  const put = records.put;
  records.put = (...call) => {
    writes += 1;
    return put(...call);
  };
  const throttle = createThrottle(records, now);
  const wait = (milliseconds: number) => {
    time += milliseconds;
  };
  const attempt = (address: string, device: string | null = null) =>
    throttle.attempt({ address, device });
  const guess = async (address: string, times = 1, device: string | null = null) => {
    let allowed = 0;
    for (let at = 0; at < times; at += 1) {
      if ((await attempt(address, device)).allowed) allowed += 1;
    }
    return allowed;
  };
  /** Uses up what strangers share. */
  const spend = async () => {
    for (let at = 0; at < 6; at += 1) expect(await guess(`10.0.0.${at}`, 10)).toBe(10);
  };
  const kept = () => records.list('throttle');
  return { path, records, attempt, guess, spend, wait, kept, writes: () => writes };
}

test('an address has ten guesses in 15 minutes, and is told how long to wait', async () => {
  const { attempt, guess, wait, kept } = await gate();
  expect(await guess('10.0.0.1', 9)).toBe(9);
  wait(5 * MINUTE);
  expect(await guess('10.0.0.1', 3)).toBe(1);
  expect(await attempt('10.0.0.1')).toEqual({ allowed: false, retryAfterSeconds: 10 * 60 });
  expect(await guess('10.0.0.2')).toBe(1);
  wait(10 * MINUTE - 1);
  expect(await attempt('10.0.0.1')).toEqual({ allowed: false, retryAfterSeconds: 1 });
  wait(1);
  // The first nine no longer count; the one of five minutes later does.
  expect(await guess('10.0.0.1', 20)).toBe(9);
  wait(60 * MINUTE);
  expect(await kept()).toEqual([]);
});

test('guesses under a clock that was ahead do not lock anybody out until that time', async () => {
  const { attempt, guess, spend, wait } = await gate();
  await spend();
  expect(await guess('10.0.1.1', 2)).toBe(1);
  wait(-10 * MINUTE);
  // They may be recent, from an instance whose clock is ahead.
  expect(await attempt('10.0.0.1')).toMatchObject({ allowed: false });
  wait(-365 * 24 * 60 * MINUTE);
  expect(await guess('10.0.1.1', 20)).toBe(10);
});

test('guesses under a clock that was ahead are not forgotten sooner than others', async () => {
  const { guess, wait } = await gate();
  expect(await guess('10.0.0.1', 9)).toBe(9);
  wait(-10 * MINUTE);
  expect(await guess('10.0.0.1')).toBe(1);
  wait(16 * MINUTE);
  expect(await guess('10.0.0.1', 20)).toBe(1);
});

test('strangers share sixty guesses an hour; after that newcomers share five in 15 minutes', async () => {
  const { attempt, guess, spend, wait } = await gate();
  await spend();
  for (let at = 0; at < 5; at += 1) expect(await guess(`10.0.1.${at}`, 3)).toBe(1);
  expect(await attempt('10.0.2.1')).toEqual({ allowed: false, retryAfterSeconds: 15 * 60 });
  wait(15 * MINUTE);
  expect(await guess('10.0.2.1', 3)).toBe(1);
  wait(45 * MINUTE);
  expect(await guess('10.0.3.1', 20)).toBe(10);
});

test('an attacker with known devices and new addresses every quarter of an hour has a hundred guesses an hour', async () => {
  const { guess, spend, wait } = await gate();
  await spend();
  let allowed = 60 + (await guess('10.0.0.1', 20, 'phone')) + (await guess('10.0.0.1', 20, 'pad'));
  for (let quarter = 1; quarter <= 4; quarter += 1) {
    for (let at = 0; at < 20; at += 1) allowed += await guess(`10.0.${quarter}.${at}`);
    wait(15 * MINUTE);
  }
  expect(allowed).toBe(100);
});

test('addresses that keep retrying never get a newcomer’s attempt', async () => {
  const { guess, attempt, spend, wait } = await gate();
  await spend();
  const hammer = async () => {
    let allowed = 0;
    for (let at = 0; at < 40; at += 1) allowed += await guess(`10.0.1.${at}`);
    return allowed;
  };
  expect(await hammer()).toBe(5);
  const owner = await attempt('192.0.2.1');
  expect(owner).toEqual({ allowed: false, retryAfterSeconds: 15 * 60 });
  for (let minute = 0; minute < 15; minute += 1) {
    expect(await hammer()).toBe(0);
    wait(MINUTE);
  }
  expect(await hammer()).toBe(0);
  expect((await attempt('192.0.2.1')).allowed).toBe(true);
});

test('an address that was let in as a stranger and keeps retrying is no newcomer afterwards', async () => {
  const { guess, spend, wait } = await gate();
  await spend();
  for (let minute = 0; minute < 30; minute += 5) {
    for (let at = 0; at < 6; at += 1) expect(await guess(`10.0.0.${at}`, 2)).toBe(0);
    wait(5 * MINUTE);
  }
  for (let at = 0; at < 6; at += 1) expect(await guess(`10.0.0.${at}`)).toBe(0);
});

test('a known device is unaffected by the guesses of strangers, and has ten of its own', async () => {
  const { guess, spend } = await gate();
  await spend();
  expect(await guess('10.0.0.1')).toBe(0);
  expect(await guess('10.0.0.1', 20, 'phone')).toBe(10);
  expect(await guess('10.0.0.1', 20, 'tablet')).toBe(10);
  expect(await guess('10.0.0.1', 20, 'laptop')).toBe(0);
});

test('a known device that has used up its guesses is treated as a stranger', async () => {
  const { guess } = await gate();
  expect(await guess('10.0.0.1', 30, 'phone')).toBe(20);
});

test('a guess that the shared limit refuses does not count against its own address', async () => {
  const { guess, spend, wait } = await gate();
  await spend();
  wait(50 * MINUTE);
  for (let at = 0; at < 5; at += 1) await guess(`10.0.1.${at}`);
  expect(await guess('10.0.2.1', 15)).toBe(0);
  wait(10 * MINUTE);
  expect(await guess('10.0.2.1', 15)).toBe(10);
});

test('a right password gives its attempt back, whichever limit it was taken from', async () => {
  const { attempt, guess, spend } = await gate();
  const right = async (address: string, device: string | null) => {
    const answer = await attempt(address, device);
    if (!answer.allowed) throw new Error('It was counted.');
    await answer.giveBack();
  };
  for (let at = 0; at < 70; at += 1) await right('10.0.9.1', null);
  for (let at = 0; at < 25; at += 1) await right('10.0.9.1', 'phone');
  await spend();
  for (let at = 0; at < 10; at += 1) await right('10.0.9.1', null);
  expect(await guess('10.0.9.1', 20, 'phone')).toBe(11);
});

test('concurrent guesses are all counted, and those beyond the ten do not use up the shared limit', async () => {
  const { attempt, kept } = await gate();
  const attempts = Array.from({ length: 40 }, () => attempt('10.0.0.1'));
  const allowed = (await Promise.all(attempts)).filter((answer) => answer.allowed);
  expect(allowed).toHaveLength(10);
  const counts = (await kept()).map(({ value }) => String(value.times).split(' ').length);
  expect(counts).toEqual([10, 10]);
});

test('concurrent guesses from many addresses are as few as those made one after the other', async () => {
  const { attempt } = await gate();
  const attempts = Array.from({ length: 80 }, (_, at) => attempt(`10.0.0.${at}`));
  const allowed = (await Promise.all(attempts)).filter((answer) => answer.allowed);
  expect(allowed).toHaveLength(60 + 5);
});

test('after the passwords change, an address that was refused is a newcomer again', async () => {
  const { attempt, guess, spend, records } = await gate();
  const crowd = async () => {
    await spend();
    for (let at = 0; at < 4; at += 1) expect(await guess(`10.0.1.${at}`)).toBe(1);
  };
  await crowd();
  expect(await guess('10.0.1.4')).toBe(1);
  expect(await attempt('10.0.2.1')).toMatchObject({ allowed: false });
  await forgetGuesses(records);
  await crowd();
  expect(await attempt('10.0.2.1')).toMatchObject({ allowed: true });
});

test('a refusal is written at most once in five minutes, however often an address retries', async () => {
  const { guess, wait, writes } = await gate();
  await guess('10.0.0.1', 10);
  const before = writes();
  await guess('10.0.0.1', 500);
  expect(writes() - before).toBe(1);
  wait(5 * MINUTE);
  await guess('10.0.0.1', 500);
  expect(writes() - before).toBe(2);
});

test('counts continue across a restart and across instances', async () => {
  const first = await gate();
  expect(await first.guess('10.0.0.1', 7)).toBe(7);
  const second = await gate(first.path);
  expect(await second.guess('10.0.0.1', 7)).toBe(3);
  expect(await first.guess('10.0.0.1')).toBe(0);
});

test('all addresses of one IPv6 network count as one', async () => {
  const { guess } = await gate();
  expect(await guess('2001:db8:0:1::1', 5)).toBe(5);
  expect(await guess('2001:0db8::1:abcd:0:0:2', 10)).toBe(5);
  expect(await guess('2001:db8:0:2::1')).toBe(1);
  expect(await guess('::1')).toBe(1);
});

test('one customer with thousands of IPv6 networks cannot take what is left for newcomers', async () => {
  const { guess } = await gate();
  let allowed = 0;
  for (let at = 0; at < 80; at += 1) allowed += await guess(`2001:db8:7:${at.toString(16)}::1`);
  expect(allowed).toBe(61);
  expect(await guess('203.0.113.9')).toBe(1);
});

test('a neighbour in the network of one’s provider who keeps retrying keeps nobody out', async () => {
  const { guess, attempt, spend, wait } = await gate();
  await spend();
  expect(await guess('2001:db8:7:1::1')).toBe(1);
  for (let minute = 0; minute < 20; minute += 1) {
    wait(MINUTE);
    expect(await guess('2001:db8:7:1::1')).toBe(0);
  }
  expect(await attempt('2001:db8:7:2::1')).toMatchObject({ allowed: true });
});
