import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestSite } from '#test/site/create-test-site.ts';
import { accentStyle } from './accent-style.ts';

const APP = join(import.meta.dirname, '../../app');

test("the owner's colour has its shades by day and by night, and the pages use each of them", () => {
  const style = accentStyle('#1f5551');
  expect(style).toContain(':root{--accent:#1f5551;');
  expect(style).toContain('(prefers-color-scheme:dark){:root{--accent:#376c67;');
  const pages = globSync('**/*.css', { cwd: APP })
    .map((file) => readFileSync(join(APP, file), 'utf8'))
    .join('');
  const written = [...style.matchAll(/(--[\w-]+):/g)].map(([, name]) => name);
  expect(written).toContain('--own-wax');
  const used = new Set([...pages.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  expect(written.filter((name) => !used.has(name))).toEqual([]);
});

test("the owner's colour and letter are on every page, and allowed by its policy", async () => {
  const site = await createTestSite({ ACCENT_COLOR: '1f5551', SEAL_LETTER: '&' });
  const { id } = await site.send();
  for (const path of ['/', `/letter/${id}`, '/nothing']) {
    const page = await site.fetch(path);
    const html = await page.text();
    const style = /<style id="styles">(.*?)<\/style>/s.exec(html)?.[1] ?? '';
    expect(style.endsWith(accentStyle('#1f5551'))).toBe(true);
    const digest = createHash('sha256').update(style).digest('base64');
    expect(page.headers.get('Content-Security-Policy')).toContain(`'sha256-${digest}'`);
    expect(html.match(/<text x="32" [^>]*>&amp;<\/text>/g)).toHaveLength(2);
  }
  const icon = await site.fetch('/favicon.svg');
  expect(icon.headers.get('Content-Type')).toBe('image/svg+xml');
  expect(await icon.text()).toContain('fill="#1f5551"');
});

test('without a colour nothing is added, and the icon stays the default', async () => {
  const site = await createTestSite();
  expect(await (await site.fetch('/')).text()).not.toContain('--own-wax:');
  expect(await (await site.fetch('/favicon.svg')).text()).toContain('fill="#8c2f2a"');
});
