import type { Page } from '@playwright/test';

/** The network is gone, for this page only. */
export async function loseNetwork(page: Page): Promise<void> {
  await page.route('**/healthz', (route) => route.abort());
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    window.dispatchEvent(new Event('offline'));
  });
}
