import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Finding, observe } from '#test/clients/observatory.ts';
import { createTestSite, MAIN_PASSWORD, type TestSite } from '#test/site/create-test-site.ts';

const ORIGIN = 'https://letters.example.org';
const ASSETS = join(import.meta.dirname, '../build/client/assets');
/** Faults subtract from 100; this is what the extras add. */
const MOST = 130;

/** One answer of each kind, as it reaches a reader over https. */
async function everyKind(site: TestSite): Promise<Record<string, Response>> {
  const { id } = await site.send();
  const hidden = await site.send({ hidden: true });
  const [script = ''] = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  const from = { headers: { Origin: 'https://elsewhere.example' } };
  const login = await site.call('POST', '/api/session', { password: MAIN_PASSWORD });
  return {
    home: await site.fetch('/', from),
    'a letter': await site.fetch(`/letter/${id}`, from),
    'a hidden letter': await site.fetch(`/letter/${hidden.id}`, from),
    'no page': await site.fetch('/nothing', from),
    list: await site.fetch('/api/letters', from),
    'no route': await site.fetch('/api/nothing', from),
    'the portal': await site.asOwner('GET', '/api/portal/letters'),
    'a locked portal': await site.fetch('/api/portal/letters', from),
    login,
    'a wrong password': await site.call('POST', '/api/session', { password: 'x' }),
    'the end of a session': await site.asOwner('DELETE', '/api/session'),
    'an asset': await site.fetch(`/assets/${script}`, from),
    icon: await site.fetch('/favicon.svg', from),
    card: await site.fetch(`/letter/${id}/card.png`, from),
    feed: await site.fetch('/feed.xml', from),
    sitemap: await site.fetch('/sitemap.xml', from),
    robots: await site.fetch('/robots.txt', from),
    health: await site.fetch('/healthz', from),
    stream: (await site.events()).response,
  };
}

test('every kind of answer has the full score of the observatory', async () => {
  const site = await createTestSite({ SITE_URL: ORIGIN });
  const scores: Record<string, number> = {};
  for (const [kind, response] of Object.entries(await everyKind(site))) {
    const isPage = response.headers.get('Content-Type')?.startsWith('text/html');
    const html = isPage ? await response.text() : '';
    const { base, score, findings } = observe(response.headers, html, 'https://elsewhere.example');
    expect({ base, findings }, kind).toMatchObject({ base: 100 });
    expect(findings, kind).toEqual(
      expect.arrayContaining(['csp-default-none', 'referrer-private', 'framing-by-csp']),
    );
    scores[kind] = score;
  }
  // The observatory itself would look at the home page.
  expect(scores.home).toBe(MOST);
  expect(scores.login).toBe(MOST + 5);
});

const GOOD = {
  'Content-Security-Policy': "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'Set-Cookie': '__Host-session=x; Secure; HttpOnly; SameSite=Strict; Path=/',
};

test.each<[string, Record<string, string | null>, Finding, number]>([
  ['no policy', { 'Content-Security-Policy': null }, 'csp-missing', 55],
  [
    'inline scripts',
    { 'Content-Security-Policy': "script-src 'self' 'unsafe-inline'; frame-ancestors 'none'" },
    'csp-unsafe-script',
    80,
  ],
  [
    'scripts from everywhere',
    { 'Content-Security-Policy': "default-src 'none'; script-src https:; frame-ancestors 'none'" },
    'csp-unsafe-script',
    80,
  ],
  [
    'eval',
    {
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self' 'unsafe-eval'; frame-ancestors 'none'",
    },
    'csp-unsafe-eval',
    90,
  ],
  [
    'images over http',
    { 'Content-Security-Policy': "default-src 'none'; img-src http:; frame-ancestors 'none'" },
    'csp-http-images',
    90,
  ],
  [
    'a directive twice',
    { 'Content-Security-Policy': "default-src 'none'; script-src 'self'; script-src *" },
    'csp-invalid',
    55,
  ],
  [
    'a policy that frames pass',
    { 'Content-Security-Policy': "default-src 'none'" },
    'framing-missing',
    80,
  ],
  ['no HSTS', { 'Strict-Transport-Security': null }, 'hsts-missing', 80],
  ['HSTS of a month', { 'Strict-Transport-Security': 'max-age=2592000' }, 'hsts-short', 90],
  ['no nosniff', { 'X-Content-Type-Options': null }, 'nosniff-missing', 95],
  [
    'a referrer policy that reveals paths',
    { 'Referrer-Policy': 'unsafe-url' },
    'referrer-unsafe',
    95,
  ],
  [
    'a cookie without HttpOnly',
    { 'Set-Cookie': 'session=x; Secure' },
    'cookies-session-without-httponly',
    70,
  ],
  [
    'a cookie without Secure',
    { 'Set-Cookie': 'session=x; HttpOnly', 'Strict-Transport-Security': null },
    'cookies-session-insecure',
    40,
  ],
  [
    'CORS with credentials',
    {
      'Access-Control-Allow-Origin': 'https://elsewhere.example',
      'Access-Control-Allow-Credentials': 'true',
    },
    'cors-with-credentials',
    50,
  ],
  ['an invalid resource policy', { 'Cross-Origin-Resource-Policy': 'all' }, 'corp-invalid', 95],
])('%s costs points', (_, change, finding, base) => {
  const headers = new Headers();
  for (const [name, value] of Object.entries({ ...GOOD, ...change })) {
    if (value !== null) headers.set(name, value);
  }
  const observed = observe(headers, '', 'https://elsewhere.example');
  expect(observed.findings).toContain(finding);
  expect(observed.base).toBe(base);
});

test('a third-party script without a digest costs points', () => {
  const page = (src: string) => observe(new Headers(GOOD), `<script src="${src}"></script>`).base;
  expect(page('/assets/home.js')).toBe(100);
  expect(page('https://elsewhere.example/x.js')).toBe(95);
  expect(page('//elsewhere.example/x.js')).toBe(50);
});
