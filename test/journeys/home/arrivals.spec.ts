import type { Locator } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { loseNetwork } from '../lost-network.ts';
import { pauseClock } from '../pause-clock.ts';
import { watchArrivals } from './watch-arrivals.ts';

/** How often the page has asked what lies below the window. */
interface Looks {
  lookedBelow: number;
}

/** Waits until the browser has told the page whether a mark is in the window, which it does a frame later. */
const reported = (mark: Locator) =>
  mark.evaluate(
    (one) => new Promise<void>((told) => new IntersectionObserver(() => told()).observe(one)),
  );

test('a letter that arrives while the reader has scrolled down moves nothing, and waits behind a mark', async ({
  page,
  site,
}) => {
  for (let day = 10; day < 30; day += 1) {
    await site.send({ title: `Letter ${day}`, date: `2026-01-${day}` });
  }
  await page.goto('/');
  const looked = page.getByRole('link', { name: 'Letter 10' });
  await looked.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const before = await looked.boundingBox();
  const mark = page.getByRole('button', { name: 'A new letter has arrived' });
  await looked.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await site.send({ title: 'Just in', date: '2026-02-01' });
  await expect(page.locator('body > [aria-live]').first()).toHaveText(
    'A new letter has arrived: Just in',
  );
  // Beneath an open letter, the keyboard would reach it unseen.
  await expect(mark).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(mark).toBeVisible();
  expect(await looked.boundingBox()).toEqual(before);
  await expect(page.getByRole('link', { name: 'Just in' })).toHaveCount(0);

  await mark.click();
  await expect(page.locator('.envelope__title').first()).toHaveText('Just in');
  await expect(mark).toBeHidden();
  await expect(page.getByRole('link', { name: 'Just in' })).toBeFocused();
});

test('a new letter is marked as new until it has been seen', async ({ page, site }) => {
  await page.clock.install();
  await site.send({ title: 'From before', date: '2026-01-01' });
  await page.goto('/');
  // However late the test looks, the letter has not been seen yet.
  await pauseClock(page);
  await site.send({ title: 'Just in', date: '2026-01-02' });
  const place = page.getByRole('listitem').filter({ hasText: 'Just in' });
  const mark = place.getByText('new', { exact: true });
  await expect(mark).toBeVisible();
  await expect(page.getByText('new', { exact: true })).toHaveCount(1);
  await expect(page.locator('body > [aria-live]').first()).toHaveText(
    'A new letter has arrived: Just in',
  );
  // Time counts once the letter is in view.
  await reported(mark);
  // Nor does it while another tab is looked at.
  await page.evaluate(() =>
    Object.defineProperty(document, 'hidden', { value: true, configurable: true }),
  );
  await page.clock.runFor(4000);
  await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'));
  expect(await mark.getAttribute('data-seen')).toBeNull();
  await page.clock.runFor(4000);
  await expect(mark).toHaveAttribute('data-seen');
  // Not by running the clock on: the time until it is gone may begin only after that.
  await page.clock.resume();
  await expect(page.getByText('new', { exact: true })).toHaveCount(0);
});

test('for a new letter below the window nothing is done every second, and it is seen once it is in view', async ({
  page,
  site,
}) => {
  for (let nth = 1; nth <= 8; nth += 1) {
    await site.send({ title: `Letter ${nth}`, date: '2026-01-02' });
  }
  await page.addInitScript(() => {
    const { elementFromPoint } = document;
    Object.assign(window, { lookedBelow: 0 });
    document.elementFromPoint = (x, y) => {
      if (y > window.innerHeight) (window as unknown as Looks).lookedBelow += 1;
      return elementFromPoint.call(document, x, y);
    };
  });
  await page.clock.install();
  await page.setViewportSize({ width: 400, height: 600 });
  await page.goto('/');
  await site.send({ title: 'Found late', date: '2026-01-01' });
  const mark = page.locator('.grid__new');
  await expect(mark).toHaveCount(1);
  await page.clock.runFor(30_000);
  expect(await page.evaluate(() => (window as unknown as Looks).lookedBelow)).toBe(0);
  await mark.scrollIntoViewIfNeeded();
  await reported(mark);
  await page.clock.runFor(4000);
  await expect(mark).toHaveCount(0);
});

test('the announcement of a letter is gone once the letter is hidden', async ({ page, site }) => {
  await page.goto('/');
  const letter = await site.send({ title: 'Good night' });
  const status = page.locator('body > [aria-live]').first();
  await expect(status).toHaveText('A new letter has arrived: Good night');
  await site.update(letter, { hidden: true });
  await expect(status).toHaveText('');
});

test('two new letters with the same title are both announced', async ({ page, site }) => {
  await page.goto('/');
  await site.send({ title: 'Good night' });
  const status = page.locator('body > [aria-live]').first();
  await expect(status).toHaveText('A new letter has arrived: Good night');
  const before = await status.textContent();
  await site.send({ title: 'Good night' });
  await expect(page.getByRole('link', { name: /Good night/ })).toHaveCount(2);
  await expect.poll(() => status.textContent()).not.toBe(before);
  await expect(status).toHaveText('A new letter has arrived: Good night');
});

test('a letter that arrives while another is read is still marked as new when that is closed', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Being read', content: 'Read me.', date: '2026-01-01' });
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('link', { name: 'Being read' }).click();
  const card = page.getByRole('dialog', { name: 'Being read' });
  await expect(card).toContainText('Read me.');
  await site.send({ title: 'Just in', date: '2026-01-02' });
  const mark = page.locator('.grid__new');
  // By then the browser has reported that it is in the window, although the letter covers it.
  await reported(mark);
  await page.clock.runFor(30_000);
  await expect(card).toContainText('Read me.');
  // However long closing takes, the mark's time stands still.
  await pauseClock(page);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(mark).toBeVisible();
  await expect(mark).not.toHaveAttribute('data-seen');
  await page.clock.resume();
  await expect(mark).toHaveCount(0);
});

test('the arrival of a letter is announced once, even if the connection is lost and restored', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED.*healthz/);
  await page.goto('/');
  await site.send({ title: 'Just in' });
  const said = page.getByText('A new letter has arrived: Just in');
  await expect(said).toBeAttached();
  await said.evaluate((status) => {
    Object.assign(window, { changes: 0 });
    const again = () => Object.assign(window, { changes: 1 });
    const everything = { childList: true, characterData: true, subtree: true };
    new MutationObserver(again).observe(status, everything);
  });
  await loseNetwork(page);
  const notice = page.locator('.notice');
  await expect(notice).toContainText('You are offline.');
  await page.unroute('**/healthz');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(notice).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { changes: number }).changes)).toBe(0);
});

test('a letter that moves to the next part of the grid keeps the focus, and its card returns to it', async ({
  page,
  site,
}) => {
  // The grid is divided into parts of twelve.
  for (let day = 11; day <= 22; day += 1) {
    await site.send({ title: `Day ${day}`, date: `2026-01-${day}` });
  }
  await page.setViewportSize({ width: 1280, height: 1400 });
  await page.goto('/');
  const last = page.getByRole('link', { name: 'Day 11' });
  const part = page.locator('.grid__part');
  await last.focus();
  const comeIn = await watchArrivals(page);
  await site.send({ title: 'Day 23', date: '2026-01-23' });
  await expect(part.nth(1).getByRole('link')).toHaveText([/Day 11/]);
  expect(await comeIn()).toEqual(['Day 23']);
  await expect(last).toBeFocused();

  const moving = page.getByRole('link', { name: 'Day 12' });
  await moving.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await site.send({ title: 'Day 24', date: '2026-01-24' });
  await expect(part.nth(1).locator('.envelope__title')).toHaveText(['Day 12', 'Day 11']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(moving).toBeFocused();
});

test('a letter that only a reloaded list has is announced, and a late response does not undo it', async ({
  page,
  site,
}) => {
  const older = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  let asked = 0;
  const doubt = (id: number) => `id: ${id}\nevent: reset\ndata: {}\n\n`;
  const body = `retry: 60000\n\n${doubt(1)}${doubt(1)}`;
  await site.send({ title: 'Before', date: '2026-01-01' });
  await page.route('**/api/live*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body }),
  );
  await page.route('**/api/letters*', async (route) => {
    asked += 1;
    if (asked > 1) {
      await sent.promise;
      await route.continue();
      return;
    }
    const response = await route.fetch();
    older.resolve();
    await late.promise;
    await route.fulfill({ response });
  });
  await page.goto('/');
  await older.promise;
  await site.send({ title: 'After', date: '2026-01-02' });
  sent.resolve();
  const titles = page.locator('.envelope__title');
  await expect(titles).toHaveText(['After', 'Before']);
  // Also of what only the list tells.
  await expect(page.locator('body > [aria-live]').first()).toHaveText(
    'A new letter has arrived: After',
  );
  late.resolve();
  await expect.poll(() => asked).toBe(3);
  await expect(titles).toHaveText(['After', 'Before']);
});
