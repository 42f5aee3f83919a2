import type { Page } from '@playwright/test';

/** @returns a function that gives the titles of the letters that have arrived since, in order */
export async function watchArrivals(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const comeIn: string[] = [];
    Object.assign(window, { comeIn });
    new MutationObserver((changes) => {
      for (const added of changes.flatMap((change) => [...change.addedNodes])) {
        if (!(added instanceof Element)) continue;
        const places = added.matches('li') ? [added] : added.querySelectorAll('li');
        for (const place of places) {
          const title = place.querySelector('.envelope__title')?.textContent;
          if (title && place.hasAttribute('data-arriving')) comeIn.push(title);
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { comeIn: string[] }).comeIn);
}
