import { expect, test } from 'vitest';
import { createTestSite, type TestSite } from '#test/site/create-test-site.ts';

const ALWAYS = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** One answer of each kind. */
async function everyKind(site: TestSite): Promise<Map<string, Response>> {
  const { id } = await site.send();
  const hidden = await site.send({ hidden: true });
  const etag = (await site.fetch('/')).headers.get('ETag') ?? '';
  const kinds = new Map([
    ['a page', await site.fetch('/')],
    ['304', await site.fetch('/', { headers: { 'If-None-Match': etag } })],
    ['HEAD', await site.fetch('/', { method: 'HEAD' })],
    ['a hidden page', await site.fetch(`/letter/${hidden.id}`)],
    ['no page', await site.fetch('/nothing')],
    ['a list', await site.fetch('/api/letters')],
    ['a letter', await site.fetch(`/api/letters/${id}`)],
    ['no letter', await site.fetch('/api/letters/x')],
    ['no route', await site.fetch('/api/x')],
    ['a refused origin', await site.fetch('/api/session', { method: 'POST' })],
    ['a wrong password', await site.call('POST', '/api/session', { password: 'x' })],
    ['a locked portal', await site.fetch('/api/portal/letters')],
    ['an open portal', await site.asOwner('GET', '/api/portal/letters')],
    ['an invalid letter', await site.asOwner('POST', '/api/portal/letters', {})],
    ['204', await site.asOwner('DELETE', '/api/session')],
    ['405', await site.call('POST', '/')],
    ['the feed', await site.fetch('/feed.xml')],
    ['the sitemap', await site.fetch('/sitemap.xml')],
    ['robots', await site.fetch('/robots.txt')],
    ['health', await site.fetch('/healthz')],
    ['the stream', (await site.events()).response],
  ]);
  site.database('ALTER TABLE letters RENAME TO lost');
  return kinds
    .set('503', await site.fetch('/readyz'))
    .set('a page 503', await site.fetch('/?after=000000000000000000000'));
}

test('every answer has the security headers', async () => {
  const site = await createTestSite();
  for (const [kind, { headers }] of await everyKind(site)) {
    expect(Object.fromEntries(headers), kind).toMatchObject({
      ...ALWAYS,
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = headers.get('Content-Security-Policy') ?? '';
    expect(policy.replaceAll(/ 'sha256-[^']+'/g, ''), kind).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "font-src 'self'; connect-src 'self'; worker-src 'self'; form-action 'none'; " +
        "base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.has('Strict-Transport-Security'), kind).toBe(false);
    expect(headers.get('Cache-Control'), kind).not.toBeNull();
    expect(headers.has('X-Powered-By'), kind).toBe(false);
  }
});

test('over https it has HSTS, and envelope images may come from the configured host', async () => {
  const site = await createTestSite({
    SITE_URL: 'https://letters.example.org',
    ENVELOPE_IMAGE_URL: 'https://images.example.org:8443/a;b/envelope.png',
  });
  const { headers } = await site.fetch('/healthz');
  expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("; img-src 'self' data: https://images.example.org:8443; ");
  expect(policy).toMatch(/; upgrade-insecure-requests$/);
});
