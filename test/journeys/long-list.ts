import type { Page } from '@playwright/test';
import { expect } from './journey.ts';
import type { Site } from './site.ts';

/** Sends many letters, `Letter 1` first, opens the home page, and loads them all by scrolling to its end. */
export async function openLongList(page: Page, site: Site, count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) await site.send({ title: `Letter ${at}` });
  await page.goto('/');
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.locator('.grid li')).toHaveCount(count, { timeout: 50 });
  }).toPass();
}
