import type { Page } from '@playwright/test';

/**
 * Stops the installed clock of a page. It can only be stopped in its future; further ahead, requests that
 * are under way would be given up.
 */
export async function pauseClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 3000);
}
