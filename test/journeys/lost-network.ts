import type { Page } from '@playwright/test';

/** As if the network had gone, for the page alone. */
export async function loseNetwork(page: Page): Promise<void> {
  await page.route('**/healthz', (route) => route.abort());
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    window.dispatchEvent(new Event('offline'));
  });
}
