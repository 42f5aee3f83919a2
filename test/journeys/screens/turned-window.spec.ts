import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { openLongList } from '../long-list.ts';
import { begin, beginManaging, enterFromMenu, enterPortal, field } from '../portal.ts';

/** A tablet that is turned has another button for the portal than before. */
const UPRIGHT = { width: 600, height: 800 };
const ON_ITS_SIDE = { width: 900, height: 600 };
const PHONE_ON_ITS_SIDE = { width: 844, height: 390 };

/** So many that a browser does not lay out those that are far away (letter-grid.css). */
const MANY = 60;
/** Milliseconds until a page has certainly noted what is in sight (app/ui/keep-in-sight.ts). */
const NOTED_MS = 500;

/** As Firefox does: before a page hears of its new width, and not in the next frame. */
function findFarPlacesEarly(): void {
  const isVisible = Element.prototype.checkVisibility;
  Element.prototype.checkVisibility = function (options) {
    const { top, bottom } = this.getBoundingClientRect();
    const isFar = bottom < -window.innerHeight || top > 2 * window.innerHeight;
    return !(options?.contentVisibilityAuto && isFar) && isVisible.call(this, options);
  };
}

test.describe('on a tablet that is turned on its side', () => {
  test.use({ viewport: UPRIGHT });

  test('closing the portal leads to the button in the header', async ({ page }) => {
    await enterFromMenu(page);
    await page.setViewportSize(ON_ITS_SIDE);
    await page.getByRole('button', { name: 'Close portal' }).click();
    await expect(page.getByRole('button', { name: 'portal', exact: true })).toBeFocused();
  });

  test('the menu closes, and leads to the button in the header', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await page.setViewportSize(ON_ITS_SIDE);
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'portal', exact: true })).toBeFocused();
  });
});

test.describe('on a tablet that is turned upright', () => {
  test.use({ viewport: ON_ITS_SIDE });

  test('closing the portal leads to the button of the menu', async ({ page }) => {
    await page.goto('/');
    await enterPortal(page);
    await page.setViewportSize(UPRIGHT);
    await page.getByRole('button', { name: 'Close portal' }).click();
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused();
  });
});

test.describe('on a phone that is turned upright', () => {
  test.use({ viewport: PHONE_ON_ITS_SIDE });

  test('a long letter that is being written stays in sight', async ({ page }) => {
    const words = 'A line that is long enough for two on a phone held upright, or three.\n';
    await begin(page, { content: words.repeat(60) });
    await field(page, 'content').press('Control+End');
    await field(page, 'content').pressSequentially('Yours');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(field(page, 'content')).toBeInViewport({ ratio: 0.5 });
  });
});

test.describe('far down a long list', () => {
  test.use({ viewport: PHONE_ON_ITS_SIDE });

  for (const browser of ['Chromium', 'Firefox']) {
    test(`in ${browser} what is in sight stays in sight when the window becomes narrower, and wider again`, async ({
      page,
      site,
    }) => {
      if (browser === 'Firefox') await page.addInitScript(findFarPlacesEarly);
      await openLongList(page, site, MANY);
      const first = page.locator('.grid li').nth(MANY - 24);
      const top = () => first.evaluate((place) => place.getBoundingClientRect().top);
      await first.evaluate((place) => window.scrollBy(0, place.getBoundingClientRect().top - 60));
      // The rows above have their real heights then, and the page has noted where the reader is.
      await page.waitForTimeout(NOTED_MS);
      const before = await top();
      for (const width of [390, 844, 600, 844]) {
        await page.setViewportSize({ width, height: 390 });
        await expect(first).toBeInViewport({ ratio: 0.5 });
      }
      await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3);
    });
  }

  test('what is in sight stays there when a phone is turned while the list still glides', async ({
    page,
    site,
  }) => {
    await openLongList(page, site, MANY);
    await page.waitForTimeout(NOTED_MS);
    // As an iPhone's list does after a finger: it stops when the phone is turned.
    const glide = await page.evaluateHandle(() => {
      const state: { by: number; seen: Element | undefined } = { by: 0, seen: undefined };
      const wide = window.innerWidth;
      const step = () => {
        if (window.innerWidth !== wide) return;
        state.seen = Array.from(document.querySelectorAll('.grid li')).find(
          (place) => place.getBoundingClientRect().top > 0,
        );
        window.scrollBy(0, -10);
        state.by += 10;
        requestAnimationFrame(step);
      };
      step();
      return state;
    });
    // Several rows, of three letters each.
    await expect.poll(() => glide.evaluate(({ by }) => by)).toBeGreaterThan(1200);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForTimeout(NOTED_MS);
    // What was noted may be a row older.
    await expect
      .poll(() =>
        glide.evaluate(({ seen }) => Math.abs(seen?.getBoundingClientRect().top ?? Number.NaN)),
      )
      .toBeLessThan(2 * 844);
  });

  test('what is in sight stays there when a page that was loaded again is turned', async ({
    page,
    site,
  }) => {
    for (let at = 1; at <= 24; at += 1) await site.send({ title: `Letter ${at}` });
    await page.goto('/');
    const first = page.locator('.grid li').nth(12);
    await first.evaluate((place) => window.scrollBy(0, place.getBoundingClientRect().top - 60));
    await page.reload();
    await expect(first).toBeInViewport({ ratio: 0.5 });
    await page.waitForTimeout(NOTED_MS);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(first).toBeInViewport({ ratio: 0.5 });
    await page.waitForTimeout(NOTED_MS);
    await expect(first).toBeInViewport({ ratio: 0.5 });
  });
});

test('a row of a long list in the portal stays in sight when the window becomes narrower, and wider again', async ({
  page,
  site,
}) => {
  const title = 'A letter with a title for several lines';
  for (let at = 0; at < 4 * MANY; at += 10) {
    const ten = Array.from({ length: 10 }, (_, nth) =>
      site.send({ title: `${title}, ${at + nth}` }),
    );
    await Promise.all(ten);
  }
  await beginManaging(page);
  const rows = page.locator('[data-managed]');
  await expect(async () => {
    await page.locator('.manage__rows').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await expect(rows).toHaveCount(4 * MANY, { timeout: 50 });
  }).toPass();
  await page.setViewportSize({ width: 390, height: 844 });
  const row = rows.nth(2 * MANY);
  // Again, once those around it have their real heights.
  await expect(async () => {
    await row.evaluate((place) => place.scrollIntoView());
    await page.waitForTimeout(NOTED_MS);
    await expect(row).toBeInViewport({ ratio: 1, timeout: 50 });
  }).toPass();
  // Of ten thousand rows, asked one by one, the answers would hold up the scrolling.
  expect(await askedWhileScrolling(page)).toBeLessThan(MANY);
  for (const size of [PHONE_ON_ITS_SIDE, { width: 390, height: 844 }, PHONE_ON_ITS_SIDE]) {
    await page.setViewportSize(size);
    await expect(row).toBeInViewport({ ratio: 0.5 });
  }
});

test('the top of a list in the portal stays its top when the window becomes narrower', async ({
  page,
  site,
}) => {
  const title =
    'A letter with a title that is long enough for several lines on a phone held upright';
  for (let at = 0; at < 20; at += 1) await site.send({ title });
  await page.setViewportSize({ width: 1000, height: 500 });
  await beginManaging(page);
  const list = page.locator('.manage__rows');
  await expect(page.locator('[data-managed]')).toHaveCount(20);
  for (const y of [200, 0]) {
    await list.evaluate((element, top) => element.scrollTo(0, top), y);
    await page.waitForTimeout(NOTED_MS);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(NOTED_MS);
  expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
});

/** @returns how many elements are asked whether they are near, to note what is in sight */
function askedWhileScrolling(page: Page): Promise<number> {
  return page.locator('.manage__rows').evaluate(async (list, wait) => {
    const { checkVisibility } = Element.prototype;
    let asked = 0;
    Element.prototype.checkVisibility = function (this: Element, ...how) {
      asked += 1;
      return checkVisibility.apply(this, how);
    };
    for (const by of [40, -40]) {
      list.scrollBy(0, by);
      await new Promise((done) => setTimeout(done, wait));
    }
    Element.prototype.checkVisibility = checkVisibility;
    return asked;
  }, NOTED_MS);
}
