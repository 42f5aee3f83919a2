import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import { storeAt } from '#test/stores/temporary-store.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { createSessions } from './sessions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function front() {
  let time = Date.now();
  const now = () => time;
  const path = join(temporaryFolder(), 'letters.db');
  const { records } = await storeAt(path, { now });
  const sessions = createSessions({ records, now, randomBytes });
  const wait = (milliseconds: number) => {
    time += milliseconds;
  };
  /** Uses a session, and lets that be stored before the clock moves on. */
  const use = async (token: string) => {
    const open = await sessions.check(token);
    await nextTurn();
    return open;
  };
  return { path, records, sessions, use, wait };
}

const keyOf = (token: string) => createHash('sha256').update(token).digest('hex');

test('a session is open until it is closed', async () => {
  const { sessions } = await front();
  const [one, other] = [await sessions.open(), await sessions.open()];
  expect(one).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(one).not.toBe(other);
  expect(await sessions.check(one)).toBe(true);
  await sessions.close(one);
  expect(await sessions.check(one)).toBe(false);
  expect(await sessions.check(other)).toBe(true);
});

test('a session that cannot be stored is not opened', async () => {
  const { sessions, records } = await front();
  records.put = () => Promise.reject(new StoreUnavailable(new Error('away')));
  await expect(sessions.open()).rejects.toThrow(StoreUnavailable);
});

test('no other text is a valid session, not even the digest that the store has', async () => {
  const { sessions, records } = await front();
  const token = await sessions.open();
  expect(await records.get('session', keyOf(token))).not.toBeNull();
  for (const text of ['', 'x', keyOf(token), `${token}x`, token.slice(1), 'A'.repeat(43)]) {
    expect(await sessions.check(text), text).toBe(false);
  }
});

test('the token itself is nowhere on the disk', async () => {
  const { sessions, path } = await front();
  const token = await sessions.open();
  const disk = readFileSync(path, 'latin1') + readFileSync(`${path}-wal`, 'latin1');
  expect(disk).toContain(keyOf(token));
  expect(disk).not.toContain(token);
});

test('a session ends after 30 minutes without use', async () => {
  const { sessions, use, wait } = await front();
  const token = await sessions.open();
  wait(30 * MINUTE - 1);
  expect(await use(token)).toBe(true);
  wait(30 * MINUTE - 1);
  expect(await use(token)).toBe(true);
  wait(30 * MINUTE);
  expect(await use(token)).toBe(false);
});

test('a session ends 12 hours after it was opened, however much it is used', async () => {
  const { sessions, use, wait } = await front();
  const token = await sessions.open();
  for (let at = 0; at < 12 * HOUR - 20 * MINUTE; at += 20 * MINUTE) {
    wait(20 * MINUTE);
    expect(await use(token)).toBe(true);
  }
  wait(20 * MINUTE);
  expect(await use(token)).toBe(false);
});

test('a session opened under a clock that was ahead does not last until that time', async () => {
  const { sessions, use, wait } = await front();
  const token = await sessions.open();
  wait(-30 * MINUTE);
  expect(await use(token)).toBe(true);
  wait(30 * MINUTE);
  expect(await use(token)).toBe(false);
  const other = await sessions.open();
  wait(-30 * MINUTE - 1);
  expect(await sessions.state(other)).toBe('closed');
  expect(await use(other)).toBe(false);
});

test('a session ends 12 hours after its first use under a clock that was set back', async () => {
  const { sessions, use, wait } = await front();
  const token = await sessions.open();
  wait(-30 * MINUTE);
  expect(await use(token)).toBe(true);
  for (let at = 0; at < 12 * HOUR - 20 * MINUTE; at += 20 * MINUTE) {
    wait(20 * MINUTE);
    expect(await use(token)).toBe(true);
  }
  wait(20 * MINUTE);
  expect(await use(token)).toBe(false);
});

test('a session is renewed in the store at most once a minute', async () => {
  const { sessions, records, use, wait } = await front();
  const token = await sessions.open();
  const version = async () => (await records.get('session', keyOf(token)))?.version;
  const first = await version();
  wait(MINUTE - 1);
  await use(token);
  expect(await version()).toBe(first);
  wait(1);
  await use(token);
  expect(await version()).not.toBe(first);
});

test('a session stays valid while its renewal cannot be stored, until it expires', async () => {
  const { sessions, path, wait } = await front();
  const token = await sessions.open();
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  wait(2 * MINUTE);
  expect(await sessions.check(token)).toBe(true);
  wait(28 * MINUTE);
  expect(await sessions.check(token)).toBe(false);
});

test('a session that is closed while it is being renewed stays closed', async () => {
  const { sessions, wait } = await front();
  const token = await sessions.open();
  wait(2 * MINUTE);
  await Promise.all([sessions.check(token), sessions.close(token)]);
  expect(await sessions.check(token)).toBe(false);
});

test('a session is open for two renewals at the same time', async () => {
  const { sessions, wait } = await front();
  const token = await sessions.open();
  wait(2 * MINUTE);
  expect(await Promise.all([sessions.check(token), sessions.check(token)])).toEqual([true, true]);
});

test('reading a session’s state does not extend it', async () => {
  const { sessions, wait } = await front();
  const token = await sessions.open();
  for (let at = 0; at < 29; at += 1) {
    wait(MINUTE);
    expect(await sessions.state(token)).toBe('open');
  }
  wait(MINUTE);
  expect(await sessions.state(token)).toBe('closed');
  expect(await sessions.state('x')).toBe('closed');
});

test('a session that was replaced is not open, and is soon removed', async () => {
  const { sessions, wait } = await front();
  const token = await sessions.open();
  wait(2 * MINUTE);
  await Promise.all([sessions.check(token), sessions.replace(token)]);
  expect(await sessions.check(token)).toBe(false);
  expect(await sessions.state(token)).toBe('replaced');
  wait(MINUTE);
  expect(await sessions.state(token)).toBe('closed');
  await sessions.replace(token);
  expect(await sessions.state(token)).toBe('closed');
});
