import type { Page } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '#test/browser/launch-chromium.ts';
import { keptLetters } from '#test/machine/owner-machine.ts';
import { createTestSite, type TestSite } from '#test/site/create-test-site.ts';

const LIST = '**/api/letters?*';

/** Another instance on a site's database, which does not hear of changes until it is told to catch up. */
async function laggingBeside(site: TestSite) {
  const hears = Promise.withResolvers<void>();
  const { fetch } = await createTestSite({}, { beside: site, hears: hears.promise });
  return { fetch, catchUp: hears.resolve };
}

/**
 * A reader whose lists come from this instance, wherever the page and its stream come from.
 * @returns the page, and how many lists it has got
 */
async function readerOfLists(from: Pick<TestSite, 'fetch'>) {
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  let got = 0;
  await page.route(LIST, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const body = await (await from.fetch(pathname + search)).text();
    await route.fulfill({ contentType: 'application/json', body });
    got += 1;
  });
  return { page, got: () => got };
}

/** Replaces all letters, of which readers are told by a reset alone. */
const replaceAll = ({ store }: TestSite) =>
  store.letters.replaceAll(keptLetters(1, { title: 'After' }));

const titles = (page: Page) => page.locator('.envelope__title').allTextContents();

test('after a reset, a list from an instance that has not heard of it is not shown', async () => {
  const site = await createTestSite();
  await site.send({ title: 'Before' });
  const lagging = await laggingBeside(site);
  const { page, got } = await readerOfLists(lagging);
  await lagging.fetch('/api/letters?limit=24');
  await page.goto(site.url);

  await replaceAll(site);
  await expect.poll(got).toBeGreaterThan(1);
  lagging.catchUp();
  await expect.poll(() => titles(page)).toEqual(['After']);
});

test('no letter that was hidden before the page came is appended from an instance that still lists it', async () => {
  const site = await createTestSite();
  const letters = keptLetters(30);
  await site.store.letters.replaceAll(letters);
  const lagging = await laggingBeside(site);
  const [first, second, ...later] = letters;
  const last = later.at(-24);
  if (!first || !second || !last) throw new Error('There are thirty.');
  await lagging.fetch(`/api/letters?limit=24&after=${last.position}`);
  await site.update(second, { hidden: true });
  const { page, got } = await readerOfLists(lagging);
  await page.goto(site.url);
  await page.getByRole('link', { name: 'More letters' }).scrollIntoViewIfNeeded();
  await expect.poll(got).toBeGreaterThan(1);
  lagging.catchUp();
  await expect.poll(() => titles(page)).toContain(first.title);
  expect(await titles(page)).not.toContain(second.title);
});

test('what the first list of a page lacks, which came without one, is noticed', async () => {
  const site = await createTestSite();
  await site.send({ title: 'Before' });
  const lagging = await laggingBeside(site);
  await lagging.fetch('/api/letters?limit=24');
  site.database('ALTER TABLE letters RENAME TO lost');
  const { page, got } = await readerOfLists(lagging);
  await page.goto(site.url);
  site.database('ALTER TABLE lost RENAME TO letters');
  await replaceAll(site);
  await expect.poll(got).toBeGreaterThan(1);
  lagging.catchUp();
  await expect.poll(() => titles(page)).toEqual(['After']);
});
