import type { Page } from '@playwright/test';

/** Waits until a page is hydrated, which begins after the first paint. */
export function untilAlive(page: Page): Promise<void> {
  return page.locator('.sheet:not([data-alive])').waitFor({ state: 'detached' });
}

/** Makes `goto` and `reload` wait until the page is hydrated. */
export function waitForLife(page: Page): Page {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (!options?.waitUntil) await untilAlive(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (!options?.waitUntil) await untilAlive(page);
    return response;
  };
  return page;
}
