import { expect, test } from 'vitest';
import { ANNA, DRAFTS, ONE, WORDS } from '#test/clients/saved-drafts.ts';
import { createTestSite } from '#test/site/create-test-site.ts';

test.each([
  ['DELETE', '/api/session', undefined],
  ['PUT', `${DRAFTS}/${ONE}?lock`, { ...WORDS, writer: ANNA, turn: 1 }],
])('%s %s deletes the cookie even if the store cannot end the session', async (...request) => {
  const site = await createTestSite();
  const Cookie = await site.unlock();
  site.database(`CREATE TRIGGER kept BEFORE DELETE ON records
    BEGIN SELECT RAISE(ABORT, 'cannot write'); END`);
  const [method, path, body] = request;
  const response = await site.call(method, path, body, { Cookie });
  expect(response.status).toBe(503);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({ code: 'store-unreadable' });
  const cookies = response.headers.getSetCookie();
  expect(cookies).toEqual([expect.stringMatching(/^letters_session=; Max-Age=0; Path=\/;/)]);
  // Only the browser has forgotten it: the session itself is unchanged.
  expect((await site.call('GET', DRAFTS, undefined, { Cookie })).status).toBe(200);
  site.database('ALTER TABLE records RENAME TO lost');
  const unreadable = await site.call(method, path, body, { Cookie });
  expect(unreadable.status).toBe(503);
  expect(unreadable.headers.getSetCookie()).toEqual(cookies);
});
