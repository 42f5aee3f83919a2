import type { Page } from '@playwright/test';

/**
 * Stops the installed clock of a page. It can only be stopped in its future; further ahead, requests that
 * are under way would be given up.
 */
export async function pauseClock(page: Page): Promise<void> {
  const ahead = async () => (await page.evaluate(() => Date.now())) + 3000;
  try {
    await page.clock.pauseAt(await ahead());
  } catch {
    // On a busy machine that may be past by now. The clock is stopped even so, and cannot get there again.
    await page.clock.pauseAt(await ahead());
  }
}
