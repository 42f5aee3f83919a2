import type { Locator, Page } from '@playwright/test';
import { fingers } from '../fingers.ts';
import { expect, test } from '../journey.ts';
import { action, enterPortal, field, openManageTab } from '../portal.ts';

/** What is visible to somebody who has zoomed in with two fingers, or has large text. */

const PHONE = { width: 390, height: 740 };
/** CSS pixels to either side of where a finger moves; the visible part is half as wide as the phone. */
const FAR = 70;

const LETTER = { title: 'Seen closely', content: 'Every line of it, to its end.\n\n'.repeat(60) };

async function lookClosely(page: Page, x = 195, y = 370): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.synthesizePinchGesture', { x, y, scaleFactor: 2 });
}

/** Pans, as far as that goes, to the right, left or top. */
async function move(page: Page, across: -1 | 0 | 1, along: -1 | 0): Promise<void> {
  const touch = await fingers(page);
  const place = (way: number) => [90 - across * way, 180 - along * way];
  for (let time = 0; time < 2; time += 1) {
    await touch('touchStart', place(-FAR));
    for (let way = -FAR; way <= FAR; way += 28) await touch('touchMove', place(way));
    await touch('touchEnd');
  }
}

const left = (page: Page) => page.evaluate(() => window.visualViewport?.offsetLeft);
const top = (page: Page) => page.evaluate(() => window.visualViewport?.offsetTop);

/** Everything on the screen can be panned into view, and the page stays. */
async function expectToMove(page: Page): Promise<void> {
  await move(page, 1, 0);
  await expect.poll(() => left(page), 'to the ends of its lines').toBeGreaterThan(150);
  await move(page, -1, 0);
  await expect.poll(() => left(page), 'to where they begin').toBe(0);
  await move(page, 0, -1);
  await expect.poll(() => top(page), 'to its head').toBe(0);
}

test('a reader who has zoomed into a letter, or the owner into the form, can pan in all directions', async ({
  site,
  newReader,
}) => {
  await site.send(LETTER);
  const page = await newReader({ hasTouch: true, isMobile: true, viewport: PHONE });
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).tap();
  const card = page.getByRole('dialog', { name: LETTER.title });
  await expect(card).toContainText('to its end.');
  await lookClosely(page);
  await expectToMove(page);
  await expect(card).toBeVisible();

  // A browser restores it at the same zoom, and with the same part of it in sight.
  await move(page, 1, 0);
  await expect.poll(() => left(page)).toBeGreaterThan(150);
  await page.reload();
  await expect(card).toBeVisible();
  expect(await left(page)).toBeGreaterThan(150);
  await expectToMove(page);
  await expect(card).toBeVisible();

  const owner = await newReader({ hasTouch: true, isMobile: true, viewport: PHONE });
  await owner.goto('/');
  await owner.getByRole('button', { name: 'Menu', exact: true }).tap();
  await enterPortal(owner);
  await expect(field(owner, 'title')).toBeFocused();
  await lookClosely(owner);
  await expectToMove(owner);
  await expect(field(owner, 'title')).toBeVisible();
});

test('a letter that is opened or turned to by somebody who has zoomed in shows its beginning, and closing it the envelope', async ({
  site,
  newReader,
}) => {
  await site.send({ title: 'Before', date: '2026-03-01' });
  await site.send({ title: 'After', date: '2026-04-01' });
  const page = await newReader({ hasTouch: true, isMobile: true, viewport: PHONE });
  const touch = await fingers(page);
  await page.goto('/');
  await lookClosely(page, 380, 730);
  /** Zoomed in, places for touches count from the corner of what is visible, and Playwright does not know. */
  const tap = async (target: Locator) => {
    const place = await target.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { offsetLeft = 0, offsetTop = 0 } = window.visualViewport ?? {};
      return [x + width / 2 - offsetLeft, y + height / 2 - offsetTop];
    });
    await touch('touchStart', place);
    await touch('touchEnd');
  };
  const envelope = page.getByRole('link', { name: 'After' });
  await envelope.evaluate((element) => element.scrollIntoView({ inline: 'end', block: 'end' }));
  const [across, along] = [await left(page), await top(page)];
  expect(across).toBeGreaterThan(0);
  expect(along).toBeGreaterThan(0);

  await tap(envelope);
  await expect(page.getByRole('dialog', { name: 'After' })).toBeVisible();
  await expect.poll(() => left(page), 'the beginning of the lines').toBe(0);
  await expect.poll(() => top(page), 'the head').toBeLessThan(2);

  // Words that come only now would move the link.
  await expect(page.getByRole('dialog')).toContainText('Come by when you can.');
  const earlier = page.getByRole('dialog').getByRole('link', { name: 'Before' });
  await earlier.evaluate((link) => link.scrollIntoView({ inline: 'end', block: 'end' }));
  await expect.poll(() => top(page)).toBeGreaterThan(20);
  await tap(earlier);
  await expect(page.getByRole('dialog', { name: 'Before' })).toBeVisible();
  await expect.poll(() => top(page), 'the head').toBeLessThan(2);

  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(() => left(page)).toBeCloseTo(across ?? 0, 0);
});

test('in a letter that is zoomed into, an arrow key moves what is in sight, and turns to no other letter', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Before', date: '2026-03-01' });
  await site.send({ ...LETTER, date: '2026-04-01' });
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).click();
  const card = page.getByRole('dialog', { name: LETTER.title });
  await expect(card).toContainText('to its end.');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
  await expect(page.locator('html')).toHaveAttribute('data-zoomed');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => left(page)).toBeGreaterThan(0);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => left(page)).toBe(0);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(card).toBeVisible();
});

test('with text twice as large a phone shows several lines of a letter that is edited, and leads to its buttons', async ({
  site,
  newReader,
}) => {
  await site.send(LETTER);
  const page = await newReader({ viewport: { width: 360, height: 740 } });
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await enterPortal(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '36px';
  });
  await openManageTab(page);
  await action(page, 'edit', LETTER.title).click();
  const lines = await field(page, 'content').evaluate(
    (letter) =>
      (letter.closest('.write')?.clientHeight ?? 0) /
      parseFloat(getComputedStyle(letter).lineHeight),
  );
  expect(lines).toBeGreaterThan(4);
  for (const name of ['Cancel Edit', 'update letter']) {
    const button = page.getByRole('button', { name });
    await button.scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport({ ratio: 1 });
  }
});

test('on a page that is zoomed to 500 %, what gets the focus comes into sight whole', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Small' });
  // Of 1280 by 720 pixels.
  await page.setViewportSize({ width: 256, height: 144 });
  await page.goto('/');
  await page.keyboard.press('Tab');
  const menu = page.getByRole('button', { name: 'menu' });
  await expect(menu).toBeFocused();
  await expect(menu).toBeInViewport({ ratio: 1 });
});
