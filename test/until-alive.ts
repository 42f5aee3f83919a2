import type { Page } from '@playwright/test';

/**
 * Waits until a page's scripts have made it alive: they begin when it has been drawn. What is
 * pressed before that is done then.
 */
export function untilAlive(page: Page): Promise<void> {
  return page.locator('.sheet:not([data-alive])').waitFor({ state: 'detached' });
}

/** From now on, going to a page means going there and waiting until it is alive. */
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
