import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { Site } from '#core/site.ts';
import type { Letters } from '#core/store.ts';
import { keptLetter } from '#test/machine/owner-machine.ts';
import { SITE_SETTINGS } from '#test/site/site-settings.ts';
import { temporaryStore } from '#test/stores/temporary-store.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { createHub } from '../../live/hub.ts';
import { createSite } from './create-site.ts';
import { loadPages } from './load-pages.ts';

const BUILD = join(import.meta.dirname, '../../build');
const LETTER = '/letter/letter-1';

type Told = [message: string, cause: unknown][];

/** A page of a site with these letters, and what was logged while it was made. */
async function made(path: string, letters: Partial<Letters> = {}, own: Partial<Site> = {}) {
  const told: Told = [];
  const store = await temporaryStore();
  const hub = await createHub(store.letters);
  onTestFinished(() => hub.close());
  const log: Log = (message, cause) => told.push([message, cause]);
  const site = createSite(SITE_SETTINGS, { ...store.letters, ...letters }, hub, log, () => '');
  const { render } = await loadPages(BUILD);
  // With `assign` a getter would be called.
  Object.defineProperties(site, Object.getOwnPropertyDescriptors(own));
  return { ...(await render(new Request(`http://localhost${path}`), site)), told };
}

test('without a build the owner is told what to do', async () => {
  const pages = loadPages(join(import.meta.dirname, 'nowhere'));
  await expect(pages).rejects.toThrow(OwnerFacingError);
  await expect(pages).rejects.toThrow('`npm run build`');
});

test('with a part of a build the owner is told the same', async () => {
  const folder = temporaryFolder();
  symlinkSync(join(BUILD, 'server'), join(folder, 'server'));
  await expect(loadPages(folder)).rejects.toThrow('The pages are not built.');
});

test('an error in rendering a page is logged, and shown to nobody', async () => {
  const printed = vi.spyOn(console, 'error');
  const broken = new Error('S3cret');
  const page = await made(
    '/',
    {},
    {
      get title(): string {
        throw broken;
      },
    },
  );
  expect(page.status).toBe(500);
  expect(page.html).not.toContain('S3cret');
  expect(page.told).toEqual([['A page could not be made.', broken]]);
  expect(printed).not.toHaveBeenCalled();
});

describe.each([
  ['the list', '/', 'listVisible', 503, 'The letters could not be loaded.'],
  ['a letter', LETTER, 'get', 503, 'A letter could not be loaded.'],
  ['its neighbours', LETTER, 'neighbours', 200, 'The letters beside one could not be found.'],
] as const)('when %s cannot be read', (_, path, method, status, message) => {
  const failing = (error: Error) =>
    made(path, { get: async () => keptLetter(1), [method]: () => Promise.reject(error) });

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
