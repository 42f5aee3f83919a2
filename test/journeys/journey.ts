import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { waitForLife } from '../browser/until-alive.ts';
import { KNOWN_PASSWORDS } from '../clients/owner.ts';
import type { Environment } from '../site/site-process.ts';
import { type Site, startSite } from './site.ts';
import { createTrouble, type Trouble } from './trouble.ts';

interface Journey {
  /** How the site is configured, besides its database and the owner's name. */
  environment: Environment;
  site: Site;
  trouble: Trouble;
  /** A page in a separate browser context, which shares nothing with the other pages. */
  newReader(options?: BrowserContextOptions): Promise<Page>;
}

/** A test with its own real site, which fails on any trouble that it did not expect. */
export const test = base.extend<Journey>({
  environment: [KNOWN_PASSWORDS, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  trouble: async ({}, use) => {
    const trouble = createTrouble();
    await use(trouble);
    expect(trouble.report(), 'No trouble but the expected').toEqual([]);
  },

  site: async ({ environment, trouble }, use) => {
    const site = await startSite(environment);
    await use(site);
    await site.stop();
    trouble.add(site.complaints());
  },

  baseURL: ({ site }, use) => use(site.url),

  context: async ({ context, trouble }, use) => {
    trouble.watch(context);
    await use(context);
  },

  page: async ({ page, javaScriptEnabled }, use) => {
    await use(javaScriptEnabled === false ? page : waitForLife(page));
  },

  newReader: async ({ browser, baseURL, trouble }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), ...options });
      contexts.push(context);
      trouble.watch(context);
      return waitForLife(await context.newPage());
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };
