import { expect, test } from 'vitest';
import { createTestSite, letterInput, MAIN_PASSWORD } from '#test/site/create-test-site.ts';

const SITE_URL = 'http://letters.example.org';

test.each([
  ['a page of this site', { 'Sec-Fetch-Site': 'same-origin' }, true],
  [
    'a page of this site, with its Origin',
    { 'Sec-Fetch-Site': 'same-origin', Origin: SITE_URL },
    true,
  ],
  ['an older browser on this site', { Origin: SITE_URL }, true],
  ['nowhere', {}, false],
  ['another site', { 'Sec-Fetch-Site': 'cross-site' }, false],
  [
    'another site, claiming our Origin',
    { 'Sec-Fetch-Site': 'cross-site', Origin: SITE_URL },
    false,
  ],
  ['a sister site', { 'Sec-Fetch-Site': 'same-site', Origin: SITE_URL }, false],
  [
    'a page of this site at another address',
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://127.0.0.1:3000' },
    false,
  ],
  [
    'two kinds of sites at once',
    { 'Sec-Fetch-Site': 'same-origin, cross-site', Origin: SITE_URL },
    false,
  ],
  ['the address bar', { 'Sec-Fetch-Site': 'none' }, false],
  ['an older browser on another site', { Origin: 'http://evil.example.org' }, false],
  ['an older browser on another port', { Origin: `${SITE_URL}:8080` }, false],
  ['an older browser on https', { Origin: 'https://letters.example.org' }, false],
  ['a page without an origin', { Origin: 'null' }, false],
  ['a page that sends only a Referer', { Referer: `${SITE_URL}/` }, false],
])('a request from %s', async (_, headers, passes) => {
  const site = await createTestSite({ SITE_URL });
  const cookie = await site.unlock();
  const requests: [string, string, unknown][] = [
    ['POST', '/api/portal/letters', letterInput()],
    ['PUT', '/api/portal/letters/none', letterInput()],
    ['DELETE', '/api/portal/letters/none', {}],
    ['POST', '/', {}],
    ['PATCH', '/api/nothing', {}],
    ['POST', '/api/session', { password: MAIN_PASSWORD }],
    ['DELETE', '/api/session', {}],
  ];
  for (const [method, path, body] of requests) {
    const response = await site.fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json', Cookie: cookie, ...headers } as HeadersInit,
      body: JSON.stringify(body),
    });
    expect(response.status === 403, `${method} ${path}`).toBe(!passes);
    if (passes) continue;
    expect(await response.json()).toMatchObject({
      code: 'origin-foreign',
      detail: expect.stringMatching(`^The address of this site is ${SITE_URL}: .* SITE_URL\\.$`),
    });
  }
  const { items } = await site.store.letters.listAll({ limit: 10 });
  expect(items).toHaveLength(passes ? 1 : 0);
});

test.each([
  ['http://localhost:3000', 'http://127.0.0.1:3000', true],
  ['http://localhost:3000', 'http://[::1]:3000', true],
  ['http://127.0.0.1:3000', 'http://localhost:3000', true],
  ['http://localhost', 'http://127.0.0.1', true],
  ['http://localhost:3000', 'http://127.0.0.1:3001', false],
  ['http://localhost:3000', 'https://127.0.0.1:3000', false],
  ['http://localhost:3000', 'http://192.168.0.2:3000', false],
  ['http://localhost:3000', 'http://localhost.example.org:3000', false],
  ['http://localhost:3000', 'http://evil.localhost:3000', false],
  ['http://localhost:3000', 'http://127.0.0.1:3000/', false],
  ['http://localhost:3000', 'HTTP://LOCALHOST:3000', false],
  ['http://localhost:3000', 'http://me@127.0.0.1:3000', false],
  ['http://letters.example.org', 'http://127.0.0.1', false],
])('at %s, the portal can be opened from %s: %s', async (address, Origin, passes) => {
  const site = await createTestSite({ SITE_URL: address });
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ password: MAIN_PASSWORD });
  const { status } = await site.fetch('/api/session', { method: 'POST', headers, body });
  expect(status).toBe(passes ? 204 : 403);
});

test.each([
  ['same-origin', 200],
  ['none', 200],
  ['same-site', 401],
  ['cross-site', 401],
])('what the portal reads is given to a request that is %s: %i', async (from, status) => {
  const site = await createTestSite({ SITE_URL });
  const headers = { Cookie: await site.unlock(), 'Sec-Fetch-Site': from };
  const aborted = new AbortController();
  for (const path of ['letters', 'letters?q=anything', 'drafts', 'live']) {
    const { signal } = aborted;
    const response = await site.fetch(`/api/portal/${path}`, { headers, signal });
    expect(response.status, path).toBe(status);
  }
  aborted.abort();
});

test('what readers see may be read from anywhere', async () => {
  const site = await createTestSite({ SITE_URL });
  const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.example.org' };
  const response = await site.fetch('/api/letters', { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
});
