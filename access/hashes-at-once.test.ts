import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { temporaryStore } from '#test/stores/temporary-store.ts';
import { createCredentials } from './credentials.ts';

const hashing = vi.hoisted(() => ({ now: 0, most: 0, total: 0 }));

/** The real argon2; a call is only counted until its result. */
vi.mock(import('node:crypto'), async (original) => {
  const crypto = await original();
  const argon2: typeof crypto.argon2 = (algorithm, parameters, done) => {
    hashing.now += 1;
    hashing.total += 1;
    hashing.most = Math.max(hashing.most, hashing.now);
    crypto.argon2(algorithm, parameters, (error, key) => {
      hashing.now -= 1;
      done(error, key);
    });
  };
  return { ...crypto, argon2 };
});

test('never computes more than two password hashes at once, whatever they are for', async () => {
  const store = await temporaryStore();
  const credentials = createCredentials(store.records, randomBytes);
  await credentials.create({ mainPassword: 'first', alternativePassword: 'second' });
  const hashes = await credentials.hashes();
  // A plain password, as it may come from elsewhere; it is hashed at the first login.
  await credentials.replaceHashes({ ...hashes, alternativePassword: 'second' });
  hashing.total = 0;
  const tries = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
  const verdicts = await Promise.all([
    ...tries.map((password) => credentials.verify(password)),
    credentials.match(hashes ?? {}).then(() => 'compared'),
    credentials.hashes().then(() => 'given'),
  ]);
  expect(verdicts.slice(0, 3)).toEqual(['right', 'right', 'wrong']);
  expect(hashing.total).toBeGreaterThanOrEqual(2 * tries.length);
  expect(hashing.now).toBe(0);
  expect(hashing.most).toBe(2);
});
