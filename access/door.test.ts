import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { createCredentials } from './credentials.ts';
import { createDevices } from './devices.ts';
import { createDoor } from './door.ts';
import { createSessions } from './sessions.ts';
import { createThrottle } from './throttle.ts';

async function doorWith(pause: (milliseconds: number) => Promise<unknown>) {
  const store = await openSqliteStore(join(temporaryFolder(), 'letters.db'));
  onTestFinished(() => store.close());
  const { records } = store;
  const needs = { records, now: Date.now, randomBytes };
  const credentials = createCredentials(records, randomBytes);
  const sessions = createSessions(needs);
  const devices = createDevices(needs);
  const throttle = createThrottle(records, Date.now);
  const door = createDoor({ credentials, sessions, devices, throttle, pause });
  const knock = (password: string) =>
    door.knock({ password, address: '10.0.0.1', session: undefined, device: undefined });
  return { credentials, sessions, knock };
}

test('a wrong password is answered no sooner than a right one', async () => {
  const asked: number[] = [];
  let settle = () => {};
  const { credentials, knock } = await doorWith(async (milliseconds) => {
    asked.push(milliseconds);
    await new Promise<void>((resolve) => {
      settle = resolve;
    });
  });
  const answered: string[] = [];
  const answersOnceSettled = async (password: string, outcome: string) => {
    const before = asked.length;
    const answer = knock(password).then((admission) => answered.push(admission.outcome));
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(before + 1);
    expect(answered).toHaveLength(before);
    settle();
    await answer;
    expect(answered.at(-1)).toBe(outcome);
  };
  await answersOnceSettled('first', 'missing');
  await credentials.create({ mainPassword: 'first', alternativePassword: 'second' });
  await answersOnceSettled('first', 'open');
  await answersOnceSettled('second', 'open');
  await answersOnceSettled('third', 'wrong');
  expect(new Set(asked).size).toBe(1);
});

test('what is refused is refused at once, with the right password too', async () => {
  let pauses = 0;
  const { credentials, knock } = await doorWith(async () => {
    pauses += 1;
  });
  await credentials.create({ mainPassword: 'first', alternativePassword: 'second' });
  for (let at = 0; at < 10; at += 1) expect((await knock('wrong')).outcome).toBe('wrong');
  expect(await knock('first')).toEqual({
    outcome: 'refused',
    retryAfterSeconds: expect.any(Number),
  });
  expect(pauses).toBe(10);
});

test('one who is let in is given a session that is open', async () => {
  const { credentials, sessions, knock } = await doorWith(async () => {});
  await credentials.create({ mainPassword: 'first', alternativePassword: 'second' });
  const admission = await knock('first');
  if (admission.outcome !== 'open') throw new Error(admission.outcome);
  expect(await sessions.check(admission.session)).toBe(true);
  expect(await sessions.check(admission.device)).toBe(false);
});
