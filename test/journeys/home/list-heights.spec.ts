import config from '../../../playwright.config.ts';
import { expect, test } from '../journey.ts';
import { openLongList } from '../long-list.ts';

/** More than a section of the list, which a browser skips as a whole (letter-grid.css). */
const MANY = 100;

// With a scroll bar: where it is only hidden, as in other journeys, Chromium's 100vw is still without its width.
test.use({
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] },
});

test('at any width, and when it becomes another, a long list fits, and what is not laid out is as high as it will be', async ({
  page,
  site,
}) => {
  await openLongList(page, site, MANY);
  for (const width of [1900, 1304, 1300, 1280, 1024, 1000, 768, 767, 640, 639, 360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
    const errors = await page.locator('.grid').evaluate((grid) =>
      ['.grid__section[data-full]', '.grid__part'].map((name) => {
        const [skipped = Number.NaN, laidOut = Number.NaN] = ['hidden', 'visible'].map((all) => {
          // A copy, because a browser remembers the heights of what was laid out once.
          const copy = grid.querySelector(name)?.cloneNode(true) as HTMLElement;
          for (const one of [copy, ...copy.querySelectorAll<HTMLElement>('.grid__part')]) {
            one.style.contentVisibility = all;
          }
          grid.append(copy);
          const { height } = copy.getBoundingClientRect();
          copy.remove();
          return height;
        });
        return Math.abs(skipped - laidOut);
      }),
    );
    // Envelopes are rounded to whole pixels.
    for (const error of errors) expect(error, `${width} pixels`).toBeLessThan(3);
  }
});
