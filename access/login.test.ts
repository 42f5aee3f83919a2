import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Records } from '#core/store.ts';
import { temporaryStore } from '#test/stores/temporary-store.ts';
import { createCredentials } from './credentials.ts';
import { createKnownDevices } from './known-devices.ts';
import { createLogin } from './login.ts';
import { createSessions } from './sessions.ts';
import { createThrottle } from './throttle.ts';

async function loginWith(
  sleep: (milliseconds: number) => Promise<unknown>,
  asRead = (records: Records) => records,
) {
  const store = await temporaryStore();
  const records = asRead(store.records);
  const needs = { records, now: Date.now, randomBytes };
  const credentials = createCredentials(records, randomBytes);
  const sessions = createSessions(needs);
  const devices = createKnownDevices(needs);
  const throttle = createThrottle(records, Date.now);
  const login = createLogin({ credentials, sessions, devices, throttle, sleep });
  const attempt = (password: string) =>
    login.attempt({ password, address: '10.0.0.1', session: undefined, device: undefined });
  return { records, credentials, sessions, attempt };
}

test('a wrong password is answered no sooner than a right one', async () => {
  const asked: number[] = [];
  let settle = () => {};
  const { credentials, attempt } = await loginWith(async (milliseconds) => {
    asked.push(milliseconds);
    await new Promise<void>((resolve) => {
      settle = resolve;
    });
  });
  const answered: string[] = [];
  const answersOnceSettled = async (password: string, outcome: string) => {
    const before = asked.length;
    const answer = attempt(password).then((result) => answered.push(result.outcome));
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(before + 1);
    expect(answered).toHaveLength(before);
    settle();
    await answer;
    expect(answered.at(-1)).toBe(outcome);
  };
  await answersOnceSettled('first', 'missing');
  await credentials.create({ mainPassword: 'first', alternativePassword: 'second' });
  await answersOnceSettled('first', 'granted');
  await answersOnceSettled('second', 'granted');
  await answersOnceSettled('third', 'wrong');
  expect(new Set(asked).size).toBe(1);
});

test('a throttled attempt is refused immediately, even with the right password', async () => {
  let pauses = 0;
  const { credentials, attempt } = await loginWith(async () => {
    pauses += 1;
  });
  await credentials.create({ mainPassword: 'first', alternativePassword: 'second' });
  for (let at = 0; at < 10; at += 1) expect((await attempt('wrong')).outcome).toBe('wrong');
  expect(await attempt('first')).toEqual({
    outcome: 'throttled',
    retryAfterSeconds: expect.any(Number),
  });
  expect(pauses).toBe(10);
});

test('a granted login opens a session', async () => {
  const { credentials, sessions, attempt } = await loginWith(async () => {});
  await credentials.create({ mainPassword: 'first', alternativePassword: 'second' });
  const result = await attempt('first');
  if (result.outcome !== 'granted') throw new Error(result.outcome);
  expect(await sessions.check(result.session)).toBe(true);
  expect(await sessions.check(result.device)).toBe(false);
});

test('a password that another program keeps as plain text is right, though its hash replaces it meanwhile', async () => {
  const { records, credentials, attempt } = await loginWith(async () => {});
  await records.put('admin', 'credentials', {
    mainPassword: 'first',
    alternativePassword: 'second',
  });
  expect((await attempt('first')).outcome).toBe('granted');
  expect(await credentials.state()).toEqual({ hashed: 2, plain: 0 });
});

test('a password that is changed just before it is checked opens nothing', async () => {
  let change = async () => {};
  const { credentials, attempt } = await loginWith(
    async () => {},
    (records) => ({
      ...records,
      async get(kind, key) {
        const record = await records.get(kind, key);
        if (kind === 'admin') await change();
        return record;
      },
    }),
  );
  await credentials.create({ mainPassword: 'first', alternativePassword: 'second' });
  // After the first look at what is stored: with the version read only after the check, nobody would notice.
  change = async () => {
    change = async () => {};
    await credentials.replace({ mainPassword: 'third', alternativePassword: 'fourth' });
  };
  expect((await attempt('first')).outcome).toBe('wrong');
});
