import type { Page } from '@playwright/test';
import { fingers } from '../fingers.ts';
import { expect, test } from '../journey.ts';
import type { Site } from '../site.ts';

/** Opens a letter that has one before it, but none after it. */
async function openHeld(page: Page, site: Site): Promise<void> {
  await site.send({ title: 'Before', date: '2026-03-01' });
  await site.send({ title: 'Held', date: '2026-04-01' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Held' }).click();
}

test('the words follow the finger, resist where there is no other letter, and go back when it does', async ({
  site,
  newReader,
}) => {
  const page = await newReader({ hasTouch: true, reducedMotion: 'reduce' });
  await openHeld(page, site);
  const card = page.getByRole('dialog', { name: 'Held' });
  await expect(card).toBeVisible();
  const moved = () =>
    page.locator('.sheet__text').evaluate((words) => getComputedStyle(words).translate);
  const touch = await fingers(page);
  await touch('touchStart', [500, 300]);
  await touch('touchMove', [600, 300]);
  await expect.poll(moved).toBe('50px');
  await touch('touchMove', [400, 300]);
  await expect.poll(moved).toBe('-15px');
  await touch('touchMove', [520, 300]);
  await touch('touchEnd');
  await expect.poll(moved).toBe('none');
  await expect(card).toBeVisible();

  await touch('touchStart', [500, 300]);
  await touch('touchMove', [600, 300]);
  await touch('touchStart', [600, 300], [700, 300]);
  await expect.poll(moved).toBe('none');
  await touch('touchMove', [700, 300], [800, 300]);
  await expect.poll(moved).toBe('none');
  await touch('touchEnd');
  await expect(card).toBeVisible();

  // Whoever selects words drags a finger, too.
  const select = (words: Element) => document.getSelection()?.selectAllChildren(words);
  await page.locator('.sheet__content').evaluate(select);
  await touch('touchStart', [500, 300]);
  await touch('touchMove', [600, 300]);
  await expect.poll(moved).toBe('none');
  await touch('touchEnd');
  await expect(card).toBeVisible();
  await page.evaluate(() => document.getSelection()?.removeAllRanges());

  await touch('touchStart', [500, 300]);
  await touch('touchMove', [600, 300]);
  await touch('touchEnd');
  await expect(page.getByRole('dialog', { name: 'Before' })).toBeVisible();
  await expect.poll(moved).toBe('none');
});

test('where the next letter has a page of its own that does not come, the words go back', async ({
  site,
  newReader,
}) => {
  const page = await newReader({ hasTouch: true, serviceWorkers: 'block' });
  const before = await site.send({ title: 'Before', date: '2026-03-01' });
  const { id } = await site.send({ title: 'Held', date: '2026-04-01' });
  await page.route(`**/letter/${before.id}`, (route) => route.fulfill({ status: 204 }));
  await page.goto(`/letter/${id}#letter`);
  const card = page.getByRole('dialog', { name: 'Held' });
  await expect(card).toBeVisible();
  const touch = await fingers(page);
  const asked = page.waitForRequest(`**/letter/${before.id}`);
  await touch('touchStart', [500, 300]);
  await touch('touchMove', [600, 300]);
  await touch('touchEnd');
  await asked;
  await expect(page.locator('.sheet__text')).not.toHaveAttribute('style');
});

test('a letter that Back closes under a finger which turns it stays closed', async ({
  site,
  newReader,
}) => {
  const page = await newReader({ hasTouch: true, reducedMotion: 'reduce' });
  await openHeld(page, site);
  await expect(page).toHaveURL(/letter/);
  const touch = await fingers(page);
  await touch('touchStart', [500, 300]);
  await touch('touchMove', [600, 300]);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await touch('touchEnd');
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
  });
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/');
});

test('a finger that scrolls a letter goes on scrolling, also back and to the side', async ({
  site,
  newReader,
}) => {
  await site.send({ title: 'Before', date: '2026-03-01' });
  await site.send({ title: 'Long', content: 'Words.\n\n'.repeat(60), date: '2026-04-01' });
  const viewport = { width: 390, height: 700 };
  const page = await newReader({
    hasTouch: true,
    isMobile: true,
    viewport,
    reducedMotion: 'reduce',
  });
  await page.goto('/');
  await page.getByRole('link', { name: 'Long' }).tap();
  const paper = page.getByRole('dialog', { name: 'Long' }).locator('.sheet__paper');
  await expect(paper).toContainText('Words.');
  const touch = await fingers(page);
  const frame = () => page.evaluate(() => new Promise(requestAnimationFrame));
  await touch('touchStart', [100, 400]);
  let furthest = 0;
  for (const y of [380, 340, 300, 260, 220, 260, 300, 340, 380, 400]) {
    await touch('touchMove', [100 + (400 - y) / 10, y]);
    await frame();
    furthest = Math.max(furthest, await paper.evaluate(({ scrollTop }) => scrollTop));
  }
  expect(furthest).toBeGreaterThan(0);
  await touch('touchMove', [200, 400]);
  await touch('touchEnd');
  await frame();
  await expect(paper).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Before' })).toBeHidden();
});
