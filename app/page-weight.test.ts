import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { positionOf } from '#core/position.ts';
import { seededRandom } from '#test/seeded-random.ts';
import { createTestSite } from '#test/site/create-test-site.ts';
import { sampleLetters } from '../bench/sample-letters.ts';

/**
 * Budgets in bytes, as they are sent with brotli; what a browser fetches is measured in bench/. The page, its
 * head with it, fits into the ten segments that a server may send before it has heard from the other
 * side: https://www.rfc-editor.org/rfc/rfc6928. Fonts and portal might each take 60,000; as they take far
 * less, they may not grow by as much unnoticed. Scripts may take 110,000, of which their heads take 5,340.
 */
const BUDGET = { page: 10 * 1460, fonts: 50_000, scripts: 104_660, portal: 42_000 };

const DAY_MS = 86_400_000;
const CLIENT = join(import.meta.dirname, '../build/client');
const ASSETS = join(CLIENT, 'assets');
const sent = (address: string) => statSync(join(CLIENT, `${address}.br`)).size;
const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
const built = (name: RegExp) => readdirSync(ASSETS).filter((file) => name.test(file));

test('a home page of 24 letters, its scripts and the portal stay within their budgets', async () => {
  // Always the same bytes: whatever port it has, and as if each letter had been sent at some time of its day.
  const site = await createTestSite({ SITE_URL: 'http://localhost:30000' });
  const random = seededRandom('page weight');
  const letters = Array.from(sampleLetters(24), ({ position: _, version: __, ...letter }) => {
    const sentAt = Math.floor(((letter.createdAt ?? 0) + random() * DAY_MS) * 1000);
    return { ...letter, version: 1, position: positionOf(letter.createdAt, sentAt) };
  });
  await site.store.letters.importAll(letters, 0);
  const page = await fetch(`${site.address}/`, { headers: { 'Accept-Encoding': 'br' } });
  const lines = [...page.headers].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`;
  expect(head).toContain('content-encoding: br');
  const body = Number(page.headers.get('content-length'));
  expect(body + head.length).toBeLessThanOrEqual(BUDGET.page);
  const html = await page.text();
  expect(html.match(/<a class="envelope" /g)).toHaveLength(24);

  const scripts = new Set([...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, to = '']) => to));
  expect(scripts.size).toBeGreaterThan(3);
  expect(sum([...scripts, '/sw.js'].map(sent))).toBeLessThanOrEqual(BUDGET.scripts);
  expect([...scripts].join()).not.toContain('portal');
  // Not every browser supports imports in workers.
  expect(readFileSync(join(CLIENT, 'sw.js'), 'utf8')).not.toMatch(/\bimport\b/);

  // The portal that these scripts load; that of the build before may still be beside it.
  const texts = [...scripts].map((address) => readFileSync(join(CLIENT, address), 'utf8')).join();
  const portal = [...new Set(texts.match(/portal-[\w-]+\.(?:js|css)/g))];
  // One file: of two, one could fail to load.
  expect(portal.map((name) => extname(name))).toEqual(['.js']);
  expect(sum(portal.map((name) => sent(`assets/${name}`)))).toBeLessThanOrEqual(BUDGET.portal);
});

test('the fonts for Latin text stay within their budget', () => {
  const fonts = built(/^(?:everyday|accented)-(?:normal|italic)-.*\.woff2$/);
  expect(fonts).toHaveLength(4);
  const sizes = fonts.map((name) => statSync(join(ASSETS, name)).size);
  expect(sum(sizes)).toBeLessThanOrEqual(BUDGET.fonts);
});
