import { get } from 'node:http';
import { expect, test, vi } from 'vitest';
import { createTestSite, type TestSite } from '#test/site/create-test-site.ts';
import { imported } from '../../store/contract/engine.ts';

async function page(site: TestSite, path: string, headers: Record<string, string> = {}) {
  const response = await site.fetch(path, { headers });
  return { response, status: response.status, html: await response.text() };
}

/** The status of a path sent as it is; `fetch` would normalise it. */
function rawStatus(site: TestSite, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(site.address);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

test.each([
  '/nothing',
  '/letter',
  '/letter/',
  '/letter/AAAAAAAAAAAAAAAAAAAAAA',
  '/letter/a%2Fb',
  '/letter/..%2F..%2Fetc%2Fpasswd',
  '/letter/%00',
  '/letter/%E0%A4%A',
  `/letter/${'x'.repeat(129)}`,
  '/letter/x/y',
  '/nothing.data',
  '/_root.data',
  '/letter/x.data',
  '/__manifest?paths=/',
  '//evil.example.org',
  '/assets/nothing.js',
  '/assets/../../package.json',
  '/.env',
])('%s is answered with 404 and the not-found page', async (path) => {
  const warn = vi.spyOn(console, 'warn');
  const site = await createTestSite();
  await site.send();
  expect(await rawStatus(site, path)).toBe(404);
  const { response, html } = await page(site, path.replace('//', '/'));
  expect(response.headers.get('Content-Type')).toContain('text/html');
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  expect(html).toContain('Link not found!');
  expect(site.complaints).toEqual([]);
  expect(warn).not.toHaveBeenCalled();
});

test.each(['//', '///', '//?after=x'])('%s leads to the home page', async (path) => {
  const site = await createTestSite();
  const response = await site.fetch(path, { redirect: 'manual' });
  expect(response.status).toBe(308);
  expect(response.headers.get('Location')).toBe(path.replace(/^\/+/, '/'));
});

test('the not-found page is rendered once for addresses of letters, and once for all others', async () => {
  const site = await createTestSite();
  for (const asked of ['br', 'gzip', 'identity']) {
    for (const paths of [
      ['/nothing', '/nothing/else?x', '/letter', '/letter/a/b', '/%E0%A4%A'],
      ['/letter/coming', '/LETTER/AAAAAAAAAAAAAAAAAAAAAA/', '/letter/a%2Fb', '/letter/%E0%A4%A'],
    ]) {
      const pages = await Promise.all(
        paths.map((path) => page(site, path, { 'Accept-Encoding': asked })),
      );
      expect(new Set(pages.map(({ html }) => html)).size).toBe(1);
      for (const { response, status } of pages) {
        expect(status).toBe(404);
        expect(response.headers.get('ETag')).toBeNull();
        expect(response.headers.get('Content-Encoding') ?? 'identity').toBe(asked);
      }
    }
  }
  const drawn = site.renders();
  await page(site, '/nothing/at/all');
  await page(site, '/letter/nobody-s');
  expect(site.renders()).toBe(drawn);
  await site.store.letters.importAll([imported({ id: 'coming', title: 'Here' })], 0);
  expect((await page(site, '/letter/coming')).html).toContain('Here');
});

test('a letter is answered with 503 while the store cannot be read, and with 404 afterwards if it does not exist', async () => {
  const site = await createTestSite();
  site.database('ALTER TABLE letters RENAME TO lost');
  for (const path of ['/letter/a%20b', '/letter/none'])
    expect((await page(site, path)).status).toBe(503);
  site.database('ALTER TABLE lost RENAME TO letters');
  for (const path of ['/letter/a%20b', '/letter/none'])
    expect((await page(site, path)).status).toBe(404);
});
