import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { createTestSite } from '#test/create-test-site.ts';

/** Budgets in bytes, as they are sent with brotli; what a browser fetches is measured in bench/. */
const BUDGET = { page: 20_000, fonts: 60_000, scripts: 110_000, portal: 60_000 };

const CLIENT = join(import.meta.dirname, '../build/client');
const ASSETS = join(CLIENT, 'assets');
const sent = (address: string) => statSync(join(CLIENT, `${address}.br`)).size;
const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
const built = (name: RegExp) => readdirSync(ASSETS).filter((file) => name.test(file));

test('a home page of 24 letters, its scripts and the portal keep to their budgets', async () => {
  const site = await createTestSite();
  for (let day = 0; day < 24; day += 1) await site.send({ title: `The ${day}. letter of them` });
  const html = await (await site.fetch('/')).text();
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  expect(brotliCompressSync(html, { params: quality }).length).toBeLessThanOrEqual(BUDGET.page);

  const scripts = new Set([...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, to = '']) => to));
  expect(scripts.size).toBeGreaterThan(3);
  expect(sum([...scripts].map(sent))).toBeLessThanOrEqual(BUDGET.scripts);
  expect([...scripts].join()).not.toContain('portal');
});

test('the portal keeps to its budget, and so do the fonts of Latin words', () => {
  const portal = built(/^portal-[\w-]+\.(?:js|css)$/).map((name) => sent(`/assets/${name}`));
  // Those of the build before this one may lie beside them.
  expect(portal.length).toBeGreaterThan(1);
  expect(Math.max(...portal)).toBeLessThanOrEqual(BUDGET.portal);
  const fonts = built(/^eb-garamond-latin-400-(?:normal|italic)-.*\.woff2$/);
  expect(fonts).toHaveLength(2);
  const sizes = fonts.map((name) => statSync(join(ASSETS, name)).size);
  expect(sum(sizes)).toBeLessThanOrEqual(BUDGET.fonts);
});
