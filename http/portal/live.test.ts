import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readEvents } from '#test/clients/event-reader.ts';
import { createTestSite, MAIN_PASSWORD, type TestSite } from '#test/site/create-test-site.ts';
import { createCredentials } from '../../access/credentials.ts';
import { revokeAllAccess } from '../../access/revoke-all-access.ts';

const MINUTE = 60_000;
const LOCKED = { id: '', event: 'locked', data: {} };

async function watch(site: TestSite, cookie: string) {
  const response = await site.fetch('/api/portal/live', { headers: { Cookie: cookie } });
  const events = await readEvents(response);
  onTestFinished(() => events.close());
  return events;
}

async function openPortal() {
  const site = await createTestSite();
  const cookie = await site.unlock();
  return { site, cookie, events: await watch(site, cookie) };
}

test('is never cached, and has all the headers that protect a page', async () => {
  const { events } = await openPortal();
  expect(events.response.status).toBe(200);
  expect(Object.fromEntries(events.response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(events.preamble).toMatch(/^retry: \d{4}$/);
});

test('needs a session, whatever the method', async () => {
  const { site, cookie } = await openPortal();
  for (const Cookie of ['', 'letters_session=x', `letters_session=${'A'.repeat(43)}`]) {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      const response = await site.call(method, '/api/portal/live', undefined, { Cookie });
      expect(response.status).toBe(401);
    }
  }
  const head = await site.call('HEAD', '/api/portal/live', undefined, { Cookie: cookie });
  expect(head.status).toBe(200);
  const post = await site.call('POST', '/api/portal/live', undefined, { Cookie: cookie });
  expect(post.headers.get('Allow')).toBe('GET, HEAD');
});

test('announces the lock to all streams of this session, and to no others', async () => {
  const { site, cookie, events } = await openPortal();
  const beside = await watch(site, cookie);
  const otherCookie = await site.unlock();
  const other = await watch(site, otherCookie);
  await site.call('DELETE', '/api/session', undefined, { Cookie: cookie });
  for (const reader of [events, beside]) {
    expect(await reader.next()).toEqual(LOCKED);
    expect(await reader.next()).toBeNull();
  }
  await site.call('DELETE', '/api/session', undefined, { Cookie: otherCookie });
  expect(await other.next()).toEqual(LOCKED);
});

test('announces a lock on this instance at once, without the next poll', async () => {
  const site = await createTestSite();
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const cookie = await site.unlock();
  const events = await watch(site, cookie);
  await site.call('DELETE', '/api/session', undefined, { Cookie: cookie });
  expect(await events.next()).toEqual(LOCKED);
});

test('notices that another instance closed the session', async () => {
  const { site, cookie, events } = await openPortal();
  const instance = await createTestSite({}, { beside: site });
  await instance.call('DELETE', '/api/session', undefined, { Cookie: cookie });
  expect(await events.next()).toEqual(LOCKED);
});

test('notices that the passwords were changed', async () => {
  const { site, events } = await openPortal();
  const { records } = site.store;
  const passwords = { mainPassword: 'another', alternativePassword: 'and another' };
  await createCredentials(records, randomBytes).replace(passwords);
  await revokeAllAccess(records);
  expect(await events.next()).toEqual(LOCKED);
});

test('does not extend the session, and announces the lock when it has been idle too long', async () => {
  const { site, cookie, events } = await openPortal();
  site.wait(29 * MINUTE);
  // Reconnecting to the stream does not count as using the portal either.
  const beside = await watch(site, cookie);
  site.wait(MINUTE);
  expect(await events.next()).toEqual(LOCKED);
  expect(await beside.next()).toEqual(LOCKED);
});

test('announces the lock after twelve hours, however busy the portal is', async () => {
  const { site, cookie, events } = await openPortal();
  for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
    await site.call('GET', '/api/portal/letters', undefined, { Cookie: cookie });
    site.wait(20 * MINUTE);
  }
  expect(await events.next()).toEqual(LOCKED);
});

test('ends without an event when the same browser logs in again, and continues with the new session', async () => {
  const { site, cookie, events } = await openPortal();
  const again = await site.call(
    'POST',
    '/api/session',
    { password: MAIN_PASSWORD },
    { Cookie: cookie },
  );
  expect(await events.next()).toBeNull();
  const renewed = again.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect((await watch(site, renewed)).response.status).toBe(200);
});

test('stays open while the store cannot be reached', async () => {
  const { site, cookie, events } = await openPortal();
  site.database('ALTER TABLE records RENAME TO lost');
  const { records } = site.store;
  const { get } = records;
  const looked = Promise.withResolvers<unknown>();
  records.get = async (...call) => {
    const reading = get(...call);
    if (call[0] === 'session') reading.catch(looked.resolve);
    return reading;
  };
  expect(await looked.promise).toMatchObject({ name: 'StoreUnavailable' });
  site.database('ALTER TABLE lost RENAME TO records');
  await site.call('DELETE', '/api/session', undefined, { Cookie: cookie });
  expect(await events.next()).toEqual(LOCKED);
});

test('ends without an event when the site stops, because the portal stays open', async () => {
  const { site, cookie, events } = await openPortal();
  await site.restart();
  expect(await events.next()).toBeNull();
  expect((await watch(site, cookie)).response.status).toBe(200);
});
