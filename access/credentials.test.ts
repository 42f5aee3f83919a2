import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '#core/errors.ts';
import { runSql } from '#test/stores/run-sql.ts';
import { storeAt } from '#test/stores/temporary-store.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { type Credentials, createCredentials } from './credentials.ts';
import { ensureCredentials } from './ensure-credentials.ts';
import { makePassword } from './make-password.ts';

const HASH = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;

async function vault() {
  const path = join(temporaryFolder(), 'letters.db');
  const { records } = await storeAt(path);
  return { path, records, credentials: createCredentials(records, randomBytes) };
}

const passwords = { mainPassword: 'first', alternativePassword: 'second' };

describe('credentials', () => {
  test('accept either password and no other', async () => {
    const { credentials } = await vault();
    await credentials.create(passwords);
    expect(await credentials.verify('first')).toBe('right');
    expect(await credentials.verify('second')).toBe('right');
    for (const wrong of ['First', 'first ', 'third', '', 'x'.repeat(1025), '\ud800']) {
      expect(await credentials.verify(wrong), wrong).toBe('wrong');
    }
  });

  test('are stored only as salted argon2id hashes', async () => {
    const { credentials, records } = await vault();
    await credentials.create({ mainPassword: 'same', alternativePassword: 'same' });
    const value = (await records.get('admin', 'credentials'))?.value;
    expect(value?.mainPassword).toMatch(HASH);
    expect(value?.alternativePassword).toMatch(HASH);
    expect(value?.mainPassword).not.toBe(value?.alternativePassword);
  });

  test('do not depend on how a keyboard composes a letter', async () => {
    const { credentials, records } = await vault();
    await credentials.create({ ...passwords, mainPassword: 'Zoe\u0308' });
    expect(await credentials.verify('Zo\u00eb')).toBe('right');
    await records.put('admin', 'credentials', { mainPassword: 'Leo\u0301n' });
    expect(await credentials.verify('Le\u00f3n')).toBe('right');
  });

  test('are not matched by half of a character (a lone surrogate), which would be stored as a replacement character', async () => {
    const { credentials } = await vault();
    await credentials.create({ ...passwords, mainPassword: 'first\ufffd' });
    expect(await credentials.verify('first\ud800')).toBe('wrong');
  });

  test('keep their version until they change, however many logins there are', async () => {
    const { credentials } = await vault();
    await credentials.create(passwords);
    const version = await credentials.version();
    expect(await credentials.verify('first')).toBe('right');
    expect(await credentials.version()).toBe(version);
    await credentials.replace(passwords);
    expect(await credentials.version()).not.toBe(version);
  });

  test('stored as plain text work, and are hashed at the first successful login', async () => {
    const { credentials, records } = await vault();
    const kept = { ...passwords, changedBy: 'another program' };
    await records.put('admin', 'credentials', kept);
    expect(await credentials.verify('third')).toBe('wrong');
    expect((await records.get('admin', 'credentials'))?.value).toEqual(kept);
    expect(await credentials.verify('second')).toBe('right');
    const value = (await records.get('admin', 'credentials'))?.value;
    expect(value?.changedBy).toBe('another program');
    expect(value?.mainPassword).toMatch(HASH);
    expect(value?.alternativePassword).toMatch(HASH);
    expect(await credentials.verify('first')).toBe('right');
    expect(await credentials.verify(String(value?.mainPassword))).toBe('wrong');
  });

  test('changed while a plain one is being hashed stay changed', async () => {
    const { credentials, records } = await vault();
    await records.put('admin', 'credentials', passwords);
    const login = credentials.verify('first');
    await records.put('admin', 'credentials', {
      mainPassword: 'new',
      alternativePassword: 'newer',
    });
    expect(await login).toBe('right');
    expect(await credentials.verify('first')).toBe('wrong');
    expect(await credentials.verify('newer')).toBe('right');
  });

  test('work when only one of the two is stored', async () => {
    const { credentials, records } = await vault();
    await records.put('admin', 'credentials', { mainPassword: 'only', alternativePassword: '' });
    expect(await credentials.verify('')).toBe('wrong');
    expect(await credentials.verify('only')).toBe('right');
  });

  test('always cost two hashes to check, whatever is stored, so timing reveals nothing', async () => {
    const { records } = await vault();
    let salts = 0;
    const counted = createCredentials(records, (count) => {
      salts += 1;
      return randomBytes(count);
    });
    /** How many hashes a check makes in place of the password's missing ones. */
    const instead = async (kept: Record<string, string>) => {
      await records.put('admin', 'credentials', kept);
      salts = 0;
      expect(await counted.verify('wrong')).toBe('wrong');
      return salts;
    };
    await counted.create(passwords);
    const hashes = (await counted.hashes()) ?? {};
    expect(await instead(hashes)).toBe(0);
    expect(await instead({ mainPassword: hashes.mainPassword ?? '' })).toBe(1);
    expect(await instead({ ...hashes, alternativePassword: 'plain' })).toBe(1);
    expect(await instead(passwords)).toBe(2);
  });

  test('are missing when there is no document, or no password in it', async () => {
    const { credentials, records } = await vault();
    expect(await credentials.verify('first')).toBe('missing');
    await records.put('admin', 'credentials', { mainPassword: 7 });
    expect(await credentials.verify('7')).toBe('missing');
  });

  test('are neither right nor wrong when they cannot be read', async () => {
    const { credentials, path } = await vault();
    await credentials.create(passwords);
    runSql(path, 'ALTER TABLE records RENAME TO lost');
    await expect(credentials.verify('first')).rejects.toThrow(StoreUnavailable);
    runSql(path, 'ALTER TABLE lost RENAME TO records');
    expect(await credentials.verify('first')).toBe('right');
  });
});

describe('credentials that are transferred', () => {
  test('unlock the other site with the same passwords, and no others', async () => {
    const from = await vault();
    const to = await vault();
    await from.credentials.create(passwords);
    await to.credentials.create({ mainPassword: 'mine', alternativePassword: 'own' });
    const hashes = (await from.credentials.hashes()) ?? {};
    expect(await to.credentials.match(hashes)).toBe(false);
    await to.credentials.replaceHashes(hashes);
    expect(await to.credentials.match(hashes)).toBe(true);
    expect((await to.records.get('admin', 'credentials'))?.value).toEqual(
      (await from.records.get('admin', 'credentials'))?.value,
    );
    expect(await to.credentials.verify('second')).toBe('right');
    expect(await to.credentials.verify('mine')).toBe('wrong');
  });

  test('never leave as plain text, and stay plain where they were', async () => {
    const { credentials, records } = await vault();
    const plain = { mainPassword: 'first', alternativePassword: '' };
    await records.put('admin', 'credentials', plain);
    const hashes = await credentials.hashes();
    expect(hashes).toEqual({ mainPassword: expect.stringMatching(HASH) });
    expect((await records.get('admin', 'credentials'))?.value).toEqual(plain);
    expect(await credentials.match(hashes ?? {})).toBe(true);
    expect(await credentials.match({ ...hashes, alternativePassword: 'x' })).toBe(false);
    expect(await credentials.match({})).toBe(false);
    await records.put('admin', 'credentials', { mainPassword: 'other' });
    expect(await credentials.match(hashes ?? {})).toBe(false);
  });

  test('have no hashes when none are stored', async () => {
    const { credentials } = await vault();
    expect(await credentials.hashes()).toBeNull();
  });

  test('report how many are hashed and how many are plain', async () => {
    const { credentials, records } = await vault();
    expect(await credentials.state()).toEqual({ hashed: 0, plain: 0 });
    await records.put('admin', 'credentials', passwords);
    expect(await credentials.state()).toEqual({ hashed: 0, plain: 2 });
    await credentials.verify('first');
    expect(await credentials.state()).toEqual({ hashed: 2, plain: 0 });
  });
});

describe('the first start', () => {
  const nothing = { mainPassword: null, alternativePassword: null };
  const { signal } = new AbortController();
  type Given = Parameters<typeof ensureCredentials>[0]['given'];
  const start = (credentials: Credentials, given: Given) =>
    ensureCredentials({ credentials, given, randomBytes, signal, onUnreachable() {} });

  test('makes two working passwords, and shows them only once', async () => {
    const { credentials } = await vault();
    const made = await start(credentials, nothing);
    expect(made?.mainPassword).toMatch(/^[a-z]{4}(-[a-z]{4}){4}$/);
    expect(made?.alternativePassword).not.toBe(made?.mainPassword);
    expect(await credentials.verify(made?.mainPassword ?? '')).toBe('right');
    expect(await credentials.verify(made?.alternativePassword ?? '')).toBe('right');
    expect(await start(credentials, nothing)).toBeNull();
  });

  test('makes every letter of a password equally likely', () => {
    // Bytes from 253 on exceed eleven times the alphabet, and would favour its first letters.
    const bytes = (count: number) => Uint8Array.from({ length: count }, (_, at) => 252 + (at % 4));
    expect(makePassword(bytes)).toBe(Array(5).fill('zzzz').join('-'));
  });

  test('uses the configured passwords, once', async () => {
    const { credentials } = await vault();
    expect(await start(credentials, passwords)).toBeNull();
    expect(await credentials.verify('first')).toBe('right');
    const others = { mainPassword: 'other', alternativePassword: 'another' };
    expect(await start(credentials, others)).toBeNull();
    expect(await credentials.verify('other')).toBe('wrong');
    expect(await credentials.verify('second')).toBe('right');
  });

  test('makes only the password that is not configured', async () => {
    const { credentials } = await vault();
    const given = { mainPassword: null, alternativePassword: 'mine' };
    const made = await start(credentials, given);
    expect(Object.keys(made ?? {})).toEqual(['mainPassword']);
    expect(await credentials.verify('mine')).toBe('right');
    expect(await credentials.verify(made?.mainPassword ?? '')).toBe('right');
  });

  test('of two instances at once stores the passwords of one, and only that one shows them', async () => {
    const { credentials } = await vault();
    const both = [start(credentials, nothing), start(credentials, nothing)];
    const shown = (await Promise.all(both)).filter((made) => made !== null);
    expect(shown).toHaveLength(1);
    expect(await credentials.verify(shown[0]?.mainPassword ?? '')).toBe('right');
  });

  test('shows the passwords also after a retry because the first answer was lost', async () => {
    const { records, credentials } = await vault();
    const answers = [() => Promise.reject(new StoreUnavailable(new Error('The line was cut.')))];
    const put: typeof records.put = async (...args) => {
      const version = await records.put(...args);
      return answers.shift()?.() ?? version;
    };
    const made = await start(createCredentials({ ...records, put }, randomBytes), nothing);
    expect(await credentials.verify(made?.mainPassword ?? '')).toBe('right');
    expect(await credentials.verify(made?.alternativePassword ?? '')).toBe('right');
  });
});
