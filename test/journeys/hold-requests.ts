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

/**
 * Holds back the next answer from an address.
 * @returns `answered` is fulfilled when the site has given it; `release` lets the page have it
 */
export async function holdAnswer(page: Page, address: RegExp) {
  const answered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isNext = true;
  // Not with `times`: a route that ends while its request is held may let that go.
  await page.route(address, async (route) => {
    if (!isNext) return route.fallback();
    isNext = false;
    const response = await route.fetch();
    answered.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  return { answered: answered.promise, release: released.resolve };
}
