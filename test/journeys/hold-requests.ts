import type { Page } from '@playwright/test';

/** Holds back whatever is asked for at an address, until the function that it resolves to is called. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}
