import type { Locator, Page } from '@playwright/test';
import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import { openLongList } from '../long-list.ts';
import { neverWait } from '../never-wait.ts';

/** More than a section of the list, which a browser skips as a whole (letter-grid.css). */
const MANY = 120;

test.use({ viewport: { width: 360, height: 640 }, serviceWorkers: 'block' });

/** The first letter in view, and its distance from the window's top once it has come in, in whole pixels. */
function firstInSight(page: Page): Promise<[title: string, top: number]> {
  return page.evaluate(() => {
    for (const place of document.querySelectorAll<HTMLElement>('.grid li')) {
      const top = (place.offsetParent?.getBoundingClientRect().top ?? 0) + place.offsetTop;
      const title = place.querySelector('.envelope__title')?.textContent ?? '';
      if (top + place.offsetHeight > 0) return [title, Math.round(top)];
    }
    return ['', Number.NaN];
  });
}

/** Scrolls to an envelope, and again when those around it have got their real heights. */
const bringIntoView = (envelope: Locator) =>
  expect(async () => {
    await envelope.scrollIntoViewIfNeeded();
    await expect(envelope).toBeInViewport({ timeout: 100 });
  }).toPass();

/** As `firstInSight` says, within the pixel by which a fraction may be rounded. */
const expectInSight = (page: Page, [title, top]: [string, number]) =>
  expect
    .poll(async () => {
      const [first, at] = await firstInSight(page);
      return first === title && Math.abs(at - top) <= 1 ? 'there' : `${first} at ${at}`;
    })
    .toBe('there');

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test.describe(`where motion is: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } });

    test('deep in a long list, the same letters are in view after a reload, and after Back from a reloaded letter', async ({
      page,
      site,
    }) => {
      await openLongList(page, site, MANY);
      // The second in its part: the part before it is near the window, too, and gets its real height there.
      const envelope = page.getByRole('link', { name: 'Letter 59 ' });
      await bringIntoView(envelope);
      let before = await firstInSight(page);
      // The list is there before the page's fonts: then only the list knows where it was.
      const releaseFonts = await holdRequests(page, '**/*.woff2');
      // The page before has it, too.
      await page.reload({ waitUntil: 'commit' });
      await expect(page.getByText('Letter 1', { exact: true })).toBeAttached();
      releaseFonts();
      await page.waitForLoadState();
      await expectInSight(page, before);

      // The same if it is reloaded again before they have come; each time within a pixel.
      before = await firstInSight(page);
      const releaseList = await holdRequests(page, '**/api/letters?*');
      await page.reload();
      await page.reload();
      releaseList();
      await expectInSight(page, before);

      await envelope.click();
      await expect(page).toHaveURL(/\/letter\//);
      before = await firstInSight(page);
      await page.reload();
      await expect(page.getByRole('dialog', { name: 'Letter 59' })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
      await expectInSight(page, before);

      // When its address is entered again, the list begins with the newest.
      await page.goto('/');
      await expect(page.getByRole('link', { name: 'More letters' })).toBeAttached();
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    });
  });
}

test('a list that was at its top begins with what has come since', async ({ page, site }) => {
  for (let day = 1; day <= 9; day += 1) await site.send({ title: `Letter ${day}` });
  await page.route('**/api/live*', (route) => route.fulfill({ status: 204 }));
  await page.goto('/');
  await site.send({ title: 'Newest' });
  await page.reload();
  await expect(page.getByRole('link', { name: 'Newest' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('a reader who has begun to scroll is not moved to the earlier place', async ({
  page,
  site,
}) => {
  await openLongList(page, site, MANY);
  const release = await holdRequests(page, '**/api/letters?*');
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
  await page.mouse.move(180, 320);
  await page.mouse.wheel(0, -2000);
  await expect(page.getByRole('link', { name: 'Letter 105 ' })).toBeInViewport();
  const before = await firstInSight(page);
  release();
  await expect(page.getByText('Letter 1', { exact: true })).toBeAttached();
  await expectInSight(page, before);
});

test('a letter opened at the edge of the window returns there, and the list does not scroll', async ({
  page,
  site,
}) => {
  for (let at = 1; at <= 6; at += 1) {
    await site.send({ title: `Letter ${at}`, date: `2026-01-0${at}` });
  }
  await page.goto('/');
  const envelope = page.getByRole('link', { name: /^Letter 3 / });
  for (const [edge, height] of [
    ['bottom', 590],
    ['top', 50],
  ] as const) {
    // As input does that scrolls: without any, what has just been closed would be held in its place.
    await page.keyboard.press('Shift');
    const before = await envelope.evaluate((one, wanted) => {
      const { top, bottom } = one.getBoundingClientRect();
      window.scrollBy(0, Math.round((wanted > 300 ? top : bottom) - wanted));
      return window.scrollY;
    }, height);
    for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await page.mouse.click(180, edge === 'bottom' ? 620 : 20);
      await expect(page.getByRole('dialog', { name: 'Letter 3' })).toContainText('Come by');
      await expect(page).toHaveURL(/letter/);
      await close();
      await expect(page).toHaveURL('/');
      await expect(envelope).toBeFocused();
      expect(await page.evaluate(() => window.scrollY), edge).toBe(before);
    }
  }
});

test.describe('with animations', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('whoever is further down already does not wait for the envelopes above', async ({
    page,
    site,
  }) => {
    for (let day = 1; day <= 20; day += 1) await site.send({ title: `Letter ${day}` });
    // However late the test looks, no envelope counts as already in its place.
    await page.addInitScript(neverWait, 3000);
    const latest = () =>
      page.locator('.grid li').evaluateAll((items) =>
        Math.max(
          ...items.map((item) => {
            const { animationName, animationDelay } = getComputedStyle(item);
            return animationName === 'arrive' ? Number.parseFloat(animationDelay) : Number.NaN;
          }),
        ),
      );
    await page.goto('/');
    expect(await latest()).toBeCloseTo(1.9);
    await page.evaluate(() => window.scrollTo(0, 2500));
    await page.reload();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(2000);
    await expect.poll(latest).toBe(0);
  });

  // A list is rendered in parts of twelve letters; the last one is as high as a full one until it is laid out.
  test('an envelope among the last, which is not laid out yet, is where it is scrolled to', async ({
    page,
    site,
  }) => {
    for (let day = 1; day <= 20; day += 1) await site.send({ title: `Letter ${day}` });
    await page.goto('/');
    const envelope = page.getByRole('link', { name: 'Letter 4 ' });
    await envelope.scrollIntoViewIfNeeded();
    await expect(envelope).toBeInViewport({ ratio: 1 });
  });
});
