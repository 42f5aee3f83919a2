import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { login, portal, problemOf } from '#test/clients/login-calls.ts';
import { rawCall } from '#test/clients/raw-call.ts';
import {
  ALTERNATIVE_PASSWORD,
  createTestSite,
  MAIN_PASSWORD,
} from '#test/site/create-test-site.ts';
import { createCredentials } from '../../access/credentials.ts';
import { revokeAllAccess } from '../../access/revoke-all-access.ts';

const MINUTE = 60_000;

describe('unlocking', () => {
  test.each([MAIN_PASSWORD, ALTERNATIVE_PASSWORD])('works with %j', async (password) => {
    const site = await createTestSite();
    const response = await login(site, password);
    expect(response.status).toBe(204);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const [session = '', device, ...others] = response.headers.getSetCookie();
    expect(session).toMatch(
      /^letters_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(device).toMatch(
      /^letters_device=[A-Za-z0-9_-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(others).toEqual([]);
    expect((await portal(site, session.split(';')[0] ?? '')).status).toBe(200);
  });

  test('over https restricts the cookies to this host', async () => {
    const site = await createTestSite({ SITE_URL: 'https://letters.example.org' });
    const [session, device] = (await login(site, MAIN_PASSWORD)).headers.getSetCookie();
    expect(session).toMatch(
      /^__Host-letters_session=\S+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(device).toMatch(
      /^__Host-letters_device=\S+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  test('requires a password', async () => {
    const site = await createTestSite();
    for (const password of ['', null, undefined]) {
      const response = await login(site, password);
      expect(response.status).toBe(400);
      expect(await problemOf(response)).toMatchObject({
        code: 'password-empty',
        title: 'Please enter a password',
      });
    }
    const response = await login(site, 7);
    expect(response.status).toBe(400);
    expect(await problemOf(response)).toMatchObject({
      code: 'password-empty',
      fields: { password: 'The password must be text.' },
    });
    expect((await site.call('POST', '/api/session', null)).status).toBe(400);
  });

  test('refuses a wrong password', async () => {
    const site = await createTestSite();
    for (const password of [
      'wrong',
      ' ',
      MAIN_PASSWORD.toUpperCase(),
      'x'.repeat(2000),
      '\u0000',
    ]) {
      const response = await login(site, password);
      expect(response.status).toBe(401);
      expect(await problemOf(response)).toMatchObject({
        code: 'password-wrong',
        title: 'Incorrect password',
      });
    }
    expect(site.complaints).toEqual([]);
  });

  test('answers 403 if there are no credentials', async () => {
    const site = await createTestSite();
    await site.store.records.delete('admin', 'credentials');
    for (let at = 0; at < 12; at += 1) {
      const response = await login(site, MAIN_PASSWORD);
      expect(response.status).toBe(403);
      expect(await problemOf(response)).toMatchObject({
        code: 'credentials-missing',
        title: 'Authentication failed',
      });
    }
  });

  test('answers 503 if the credentials cannot be read, logs the cause, and recovers', async () => {
    const site = await createTestSite();
    site.database('ALTER TABLE records RENAME TO lost');
    const response = await login(site, MAIN_PASSWORD);
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('5');
    expect(await problemOf(response)).toMatchObject({
      code: 'credentials-unreadable',
      title: 'Authentication error',
    });
    expect(site.complaints).toHaveLength(1);
    expect(site.complaints[0]).toMatchObject({
      message: 'The portal could not be unlocked.',
      cause: { cause: { message: 'no such table: records' } },
    });
    expect(JSON.stringify(site.complaints)).not.toContain(MAIN_PASSWORD);
    site.database('ALTER TABLE lost RENAME TO records');
    expect((await login(site, MAIN_PASSWORD)).status).toBe(204);
  });

  test('refuses a body too large for a password, and names it', async () => {
    const site = await createTestSite();
    // The smaller one arrives with its request, and is not read as a stream.
    for (const length of [17_000, 10_000_000]) {
      const response = await login(site, 'x'.repeat(length));
      expect(response.status).toBe(413);
      expect(await problemOf(response)).toMatchObject({
        code: 'body-too-large',
        fields: { password: 'A password can have at most 1024 characters.' },
      });
    }
  });

  test('reads nothing of a body that is declared as too large', async () => {
    const site = await createTestSite();
    const call = [
      'POST /api/session HTTP/1.1',
      'Host: localhost',
      `Origin: ${site.url}`,
      'Content-Type: application/json',
      'Content-Length: 99000000',
      'Connection: close',
    ];
    const answer = await rawCall(site.address, `${call.join('\r\n')}\r\n\r\n{`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('with a password that is being changed opens nothing', async () => {
    const site = await createTestSite();
    const { records } = site.store;
    const put = records.put;
    // The password was right, but before the session is kept, another process changes it.
    records.put = async (...call) => {
      if (call[0] !== 'session') return put(...call);
      records.put = put;
      const passwords = { mainPassword: 'another', alternativePassword: 'and another' };
      await createCredentials(records, randomBytes).replace(passwords);
      await revokeAllAccess(records);
      return put(...call);
    };
    const response = await login(site, MAIN_PASSWORD);
    expect(response.status).toBe(401);
    expect(await problemOf(response)).toMatchObject({ code: 'password-wrong' });
    expect(await records.list('session')).toEqual([]);
    expect(await records.list('device')).toEqual([]);
    expect((await login(site, 'another')).status).toBe(204);
  });

  test('again replaces the session of this browser', async () => {
    const site = await createTestSite();
    const first = await site.unlock();
    const again = await login(site, MAIN_PASSWORD, { Cookie: first });
    const second = again.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    expect((await portal(site, first)).status).toBe(401);
    expect((await portal(site, second)).status).toBe(200);
  });
});

describe('guessing', () => {
  test('stops at ten wrong passwords, even for the right one, and across a restart', async () => {
    const site = await createTestSite();
    await login(site, MAIN_PASSWORD);
    for (let at = 0; at < 10; at += 1) expect((await login(site, `guess ${at}`)).status).toBe(401);
    await site.restart();
    const response = await login(site, MAIN_PASSWORD);
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect(await problemOf(response)).toMatchObject({ code: 'guesses-too-many' });
    site.wait(seconds * 1000);
    expect((await login(site, MAIN_PASSWORD)).status).toBe(204);
  });

  test('ignores X-Forwarded-For without a declared proxy', async () => {
    const site = await createTestSite();
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      statuses.push((await login(site, 'x', { 'X-Forwarded-For': `10.0.0.${at}` })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test('behind a declared proxy is counted by the address that the proxy saw', async () => {
    const site = await createTestSite({ TRUST_PROXY: '1' });
    const guess = (forwarded: string) => login(site, 'x', { 'X-Forwarded-For': forwarded });
    for (let at = 0; at < 10; at += 1) {
      expect((await guess(`1.2.3.${at}, 10.0.0.1`)).status).toBe(401);
    }
    expect((await guess('1.2.3.99, 10.0.0.1')).status).toBe(429);
    expect((await guess('10.0.0.1, 10.0.0.2')).status).toBe(401);
  });
});

describe('locking', () => {
  test('ends the session on the server and in the browser', async () => {
    const site = await createTestSite();
    const cookie = await site.unlock();
    const response = await site.call('DELETE', '/api/session', undefined, { Cookie: cookie });
    expect(response.status).toBe(204);
    expect(response.headers.get('Set-Cookie')).toMatch(/^letters_session=; Max-Age=0; Path=\/;/);
    expect((await portal(site, cookie)).status).toBe(401);
  });

  test('without a session is no error', async () => {
    const site = await createTestSite();
    expect((await site.call('DELETE', '/api/session')).status).toBe(204);
    const cookie = 'letters_session=nonsense';
    const response = await site.call('DELETE', '/api/session', undefined, { Cookie: cookie });
    expect(response.status).toBe(204);
  });

  test('happens automatically after 30 minutes without use', async () => {
    const site = await createTestSite();
    const cookie = await site.unlock();
    site.wait(29 * MINUTE);
    expect((await portal(site, cookie)).status).toBe(200);
    site.wait(30 * MINUTE);
    expect((await portal(site, cookie)).status).toBe(401);
  });
});

test('an open portal survives a restart', async () => {
  const site = await createTestSite();
  const cookie = await site.unlock();
  await site.restart();
  expect((await portal(site, cookie)).status).toBe(200);
});

test('a session has no other methods', async () => {
  const site = await createTestSite();
  const response = await site.fetch('/api/session');
  expect(response.status).toBe(405);
  expect(response.headers.get('Allow')).toBe('POST, DELETE');
  expect(await problemOf(response)).toMatchObject({ code: 'method-unknown' });
});
