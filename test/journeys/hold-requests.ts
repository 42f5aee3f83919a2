import type { Page } from '@playwright/test';

/** Holds back requests to an address. @returns releases them */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}
