import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { login, portal, problemOf } from '#test/clients/login-calls.ts';
import {
  ALTERNATIVE_PASSWORD,
  createTestSite,
  MAIN_PASSWORD,
} from '#test/site/create-test-site.ts';
import { revokeAllAccess } from '../../access/revoke-all-access.ts';

const MINUTE = 60_000;

describe('a browser that has unlocked before', () => {
  const device = (response: Response) =>
    response.headers.getSetCookie().at(-1)?.split(';')[0] ?? '';

  /** Somebody at this address guesses until no guess is allowed any more. */
  async function underAttack() {
    const site = await createTestSite();
    const known = device(await login(site, MAIN_PASSWORD));
    for (let at = 0; at < 11; at += 1) await login(site, `guess ${at}`);
    expect((await login(site, MAIN_PASSWORD)).status).toBe(429);
    return { site, known };
  }

  test('can log in while strangers guess, and gets a new cookie each time', async () => {
    const { site, known } = await underAttack();
    const first = await login(site, MAIN_PASSWORD, { Cookie: known });
    expect(first.status).toBe(204);
    const renewed = device(first);
    expect(renewed).not.toBe(known);
    site.wait(5 * MINUTE);
    expect((await login(site, MAIN_PASSWORD, { Cookie: known })).status).toBe(429);
    expect((await login(site, ALTERNATIVE_PASSWORD, { Cookie: renewed })).status).toBe(204);
  });

  test('can log in again if the answer with its new cookie was lost', async () => {
    const { site, known } = await underAttack();
    expect((await login(site, MAIN_PASSWORD, { Cookie: known })).status).toBe(204);
    site.wait(4 * MINUTE);
    const again = await login(site, MAIN_PASSWORD, { Cookie: known });
    expect(again.status).toBe(204);
    expect((await login(site, MAIN_PASSWORD, { Cookie: device(again) })).status).toBe(204);
  });

  test('still needs a password; the cookie alone opens nothing', async () => {
    const { site, known } = await underAttack();
    const wrong = await login(site, 'wrong', { Cookie: known });
    expect(wrong.status).toBe(401);
    await problemOf(wrong);
    expect((await portal(site, known)).status).toBe(401);
    const [, token] = known.split('=');
    expect((await portal(site, `letters_session=${token}`)).status).toBe(401);
    expect((await login(site, MAIN_PASSWORD, { Cookie: known })).status).toBe(204);
  });

  test('stays known when the portal is closed', async () => {
    const { site, known } = await underAttack();
    const response = await site.call('DELETE', '/api/session', undefined, { Cookie: known });
    expect(response.headers.getSetCookie().join()).not.toContain('letters_device');
    expect((await login(site, MAIN_PASSWORD, { Cookie: known })).status).toBe(204);
  });

  test('is a stranger with a forged cookie, or that of a session', async () => {
    const { site, known } = await underAttack();
    const [, token = ''] = known.split('=');
    const session = (await login(site, MAIN_PASSWORD, { Cookie: known })).headers
      .getSetCookie()[0]
      ?.split(/[=;]/)[1];
    site.wait(5 * MINUTE);
    for (const forged of ['', 'x', token, `${token}x`, 'A'.repeat(43), session]) {
      const Cookie = `letters_device=${forged}`;
      expect((await login(site, MAIN_PASSWORD, { Cookie })).status, Cookie).toBe(429);
    }
  });

  test('is a stranger after a year, or after the passwords have changed', async () => {
    const { site, known } = await underAttack();
    const renewed = device(await login(site, MAIN_PASSWORD, { Cookie: known }));
    await revokeAllAccess(site.store.records);
    for (const Cookie of [known, renewed]) {
      expect((await login(site, MAIN_PASSWORD, { Cookie })).status).toBe(429);
    }
    site.wait(15 * MINUTE);
    const other = device(await login(site, MAIN_PASSWORD));
    site.wait(365 * 24 * 60 * MINUTE);
    for (let at = 0; at < 11; at += 1) await login(site, `guess ${at}`);
    expect((await login(site, MAIN_PASSWORD, { Cookie: other })).status).toBe(429);
  });

  test('is stored only as a digest', async () => {
    const { site, known } = await underAttack();
    const [, token = ''] = known.split('=');
    const disk = ['', '-wal'].map((end) => readFileSync(site.databasePath + end, 'latin1')).join();
    expect(disk).toContain(createHash('sha256').update(token).digest('hex'));
    expect(disk).not.toContain(token);
    expect(JSON.stringify(site.complaints)).not.toContain(token);
  });
});
