import { expect, test } from 'vitest';
import { createTestSite } from '#test/site/create-test-site.ts';
import { optimizeCriticalPath, stylesheet } from './critical-path.ts';

const HEAD =
  '<head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/assets/a.css#"/></head>';
const MODULE = '<script type="module" async="">import "/assets/a.js";</script>';
const PARTS = {
  styles: new Map([['/assets/a.css', stylesheet('p{color:red}')]]),
  bootScript: 'boot()',
};

test('style sheets are inlined, and scripts wait in a template', () => {
  const drawn = optimizeCriticalPath(
    `${HEAD}<body><p>x</p>${MODULE}<script>data</script></body>`,
    PARTS,
  );
  expect(drawn).toMatch(
    /^<head><style id="styles">p\{color:red\}<\/style><\/head><body><p>x<\/p><template id="scripts"><link rel="modulepreload" href="\/assets\/a.js"\/><script type="module" async="">import "\/assets\/a.js";<\/script><\/template><script>boot\(\)<\/script><script>data<\/script><\/body>$/,
  );
});

test('fonts that every page needs are preloaded, and others only load when needed', () => {
  const face = (name: string) => `@font-face{src:url(/assets/${name}.woff2)}`;
  const styles = new Map([
    ['/assets/a.css', stylesheet(face('everyday-normal-x_1') + face('accented-normal-x'))],
  ]);
  expect(
    optimizeCriticalPath(`${HEAD}<body>${MODULE}</body>`, { ...PARTS, styles }).match(
      /<link[^>]*as="font"[^>]*>/g,
    ),
  ).toEqual([
    '<link rel="preload" href="/assets/everyday-normal-x_1.woff2" as="font" type="font/woff2" crossorigin=""/>',
  ]);
});

test('an unknown style sheet stays a link, and a page without scripts is not changed', () => {
  expect(
    optimizeCriticalPath(`${HEAD}<body>${MODULE}</body>`, { ...PARTS, styles: new Map() }),
  ).toContain('<link rel="stylesheet" href="/assets/a.css#"/>');
  for (const page of ['<h1>Unexpected Server Error</h1>', `${HEAD}<body></body>`]) {
    expect(optimizeCriticalPath(page, PARTS)).toBe(page);
  }
});

test('no page fetches anything before its first paint except its fonts and its icon', async () => {
  const site = await createTestSite();
  const { id } = await site.send();
  for (const path of ['/', `/letter/${id}`, '/nothing']) {
    const html = await (await site.fetch(path)).text();
    const drawn = html
      .replace(/<template.*?<\/template>/s, '')
      .replaceAll(/<link rel="preload" href="\/assets\/everyday-[^>]* as="font"[^>]*>/g, '');
    const asked = [...drawn.matchAll(/<(?:link|script|img)\b[^>]*\b(?:href|src)="([^"]*)"/g)];
    const assets = asked.map(([, address = '']) => address).filter((a) => a.startsWith('/assets'));
    expect(assets, path).toEqual([]);
    expect(html.match(/rel="preload"/g), path).toHaveLength(2);
    expect(html).toMatch(/<style id="styles">.{10000,}<\/style><\/head>/s);
  }
});
