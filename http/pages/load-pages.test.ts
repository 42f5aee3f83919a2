import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Site } from '#core/site.ts';
import { loadPages } from './load-pages.ts';

const BUILT = join(import.meta.dirname, '../../build/server/index.js');

test('a page that cannot be made is told to the log of the site, and to nobody else', async () => {
  const printed = vi.spyOn(console, 'error');
  const said: [string, unknown][] = [];
  const broken = new Error('S3cret');
  const site: Site = {
    get title(): string {
      throw broken;
    },
    ownerName: 'Ines',
    url: 'http://localhost',
    envelopeImageUrl: null,
    seal: null,
    style: '',
    visibleLetters: async () => ({ items: [], next: null, known: true, seq: 0 }),
    letter: async () => null,
    cardVersion: () => '',
    neighbours: async () => ({ earlier: null, later: null }),
    log: (message, cause) => said.push([message, cause]),
  };
  const { render } = await loadPages(BUILT);
  const page = await render(new Request('http://localhost/'), site);
  expect(page.status).toBe(500);
  expect(page.html).not.toContain('S3cret');
  expect(said).toEqual([['A page could not be made.', broken]]);
  expect(printed).not.toHaveBeenCalled();
});
