import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, isPasswordHash } from './password-hash.ts';

const hashWith = (costs: string) => `$argon2id$v=19$${costs}$${'A'.repeat(22)}$${'B'.repeat(43)}`;

test('a hash is taken for one with the costs of this site, and with those of others that can be paid', async () => {
  expect(isPasswordHash(await hashPassword('lamplight', randomBytes))).toBe(true);
  for (const costs of ['m=8,t=1,p=1', 'm=65536,t=3,p=4', 'm=1048576,t=10,p=16']) {
    expect(isPasswordHash(hashWith(costs)), costs).toBe(true);
  }
});

test('a hash that no password could be compared with is none', () => {
  for (const costs of [
    'm=7,t=1,p=1',
    'm=19456,t=0,p=1',
    'm=19456,t=2,p=0',
    'm=31,t=1,p=4',
    'm=9999999,t=99,p=1',
  ]) {
    expect(isPasswordHash(hashWith(costs)), costs).toBe(false);
  }
});
