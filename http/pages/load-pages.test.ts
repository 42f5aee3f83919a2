import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';
import type { Site } from '#core/site.ts';
import { keptLetter } from '#test/owner-machine.ts';
import { loadPages } from './load-pages.ts';

const BUILT = join(import.meta.dirname, '../../build/server/index.js');
const LETTER = '/letter/letter-1';

type Told = [message: string, cause: unknown][];

/** A page of a site without letters, and what the site was told while it was made. */
async function made(path: string, difference: (site: Site) => Site) {
  const told: Told = [];
  const { render } = await loadPages(BUILT);
  const site: Site = {
    title: 'Letters',
    ownerName: 'Ines',
    letterLanguage: null,
    url: 'http://localhost',
    envelopeImageUrl: null,
    seal: null,
    style: '',
    visibleLetters: async () => ({ items: [], next: null, known: true, seq: 0 }),
    letter: async () => null,
    cardVersion: () => '',
    neighbours: async () => ({ earlier: null, later: null }),
    isAway: (error) => error instanceof StoreUnavailable,
    log: (message, cause) => told.push([message, cause]),
  };
  const page = await render(new Request(`http://localhost${path}`), difference(site));
  return { ...page, told };
}

test('without a build the owner is told what to do', async () => {
  const pages = loadPages(join(import.meta.dirname, 'nowhere/index.js'));
  await expect(pages).rejects.toThrow(OwnerFacingError);
  await expect(pages).rejects.toThrow('`npm run build`');
});

test('an error in rendering a page is logged, and shown to nobody', async () => {
  const printed = vi.spyOn(console, 'error');
  const broken = new Error('S3cret');
  const page = await made('/', (site) =>
    Object.defineProperty(site, 'title', {
      get() {
        throw broken;
      },
    }),
  );
  expect(page.status).toBe(500);
  expect(page.html).not.toContain('S3cret');
  expect(page.told).toEqual([['A page could not be made.', broken]]);
  expect(printed).not.toHaveBeenCalled();
});

describe.each([
  ['the list', '/', 'visibleLetters', 503, 'The letters could not be loaded.'],
  ['a letter', LETTER, 'letter', 503, 'A letter could not be loaded.'],
  ['its neighbours', LETTER, 'neighbours', 200, 'The letters beside one could not be found.'],
] as const)('when %s cannot be read', (_, path, method, status, message) => {
  const failing = (error: Error) =>
    made(path, (site) => ({
      ...site,
      letter: async () => keptLetter(1),
      [method]: () => Promise.reject(error),
    }));

  test('an unavailable store is logged as such', async () => {
    const away = new StoreUnavailable(new Error('gone'));
    const page = await failing(away);
    expect(page.status).toBe(status);
    expect(page.told).toEqual([[message, away]]);
  });

  test('any other error is logged as such, and answered with the error page', async () => {
    const fault = new TypeError('S3cret');
    const page = await failing(fault);
    expect(page.status).toBe(500);
    expect(page.html).toContain('Link not found!');
    expect(page.html).not.toContain('Loading letters...');
    expect(page.html).not.toContain('S3cret');
    expect(page.told).toEqual([['A page could not be made.', fault]]);
  });
});
