import { devices, type Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import {
  action,
  confirmDialog,
  draftStatus,
  enterFromMenu,
  enterPortal,
  field,
  managed,
  openManageTab,
  unsavedQuestion,
  waitForCode,
  write,
} from '../portal.ts';
import type { Site } from '../site.ts';

const LETTER = { title: 'By thumb', content: 'Written on the bus.' };

async function sendDays(site: Site, days: number): Promise<void> {
  for (let day = 1; day <= days; day += 1) {
    await site.send({ title: `Day ${day}`, date: `2026-01-0${day}` });
  }
}

/** However slow the machine is, a second tap follows the first at once. */
async function stopTime(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 5000 });
  });
}

test('a quick thumb sends, opens, closes and deletes a letter, and waits for nothing that moves', async ({
  newReader,
}) => {
  const { viewport, hasTouch, isMobile } = devices['Galaxy S9+'];
  const page = await newReader({ viewport, hasTouch, isMobile });
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap();
  await enterFromMenu(page);
  await write(page, LETTER);
  await tap('send letter');
  await tap('Confirm');
  await waitForCode(page);
  await tap('Cancel');

  await page.getByRole('link', { name: LETTER.title }).tap();
  const card = page.getByRole('dialog', { name: LETTER.title });
  await expect(card).toBeVisible();
  await tap('Close letter');
  await expect(card).toBeHidden();

  await tap('Menu');
  await enterPortal(page);
  await openManageTab(page);
  await action(page, 'delete', LETTER.title).tap();
  await confirmDialog(page).getByRole('button', { name: 'Confirm' }).tap();
  await expect(managed(page, LETTER.title)).toHaveCount(0);
});

test('a double tap on delete deletes nothing, because what confirms is never where it was', async ({
  newReader,
  site,
}) => {
  await sendDays(site, 9);
  const viewport = { width: 360, height: 640 };
  const page = await newReader({
    viewport,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  // Browsers of early 2022 lack it.
  await page.addInitScript(() =>
    Object.defineProperty(CSSStyleDeclaration.prototype, 'translate', {
      value: '',
      writable: true,
    }),
  );
  await enterFromMenu(page);
  await openManageTab(page);
  let moved = 0;
  for (let day = 9; day >= 1; day -= 1) {
    const remove = action(page, 'delete', `Day ${day}`);
    await remove.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await remove.boundingBox()) ?? {};
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await expect(confirmDialog(page)).toContainText(`Day ${day}`);
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    moved += Number(await confirmDialog(page).evaluate(({ style }) => style.inset !== ''));
    await expect(confirmDialog(page)).toBeInViewport({ ratio: 1 });
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).tap();
    await expect(confirmDialog(page)).toBeHidden();
  }
  expect(moved).toBeGreaterThan(0);
  expect(await site.listed()).toHaveLength(9);
});

test('a double tap on what opens the menu, or closes it, counts as one', async ({ newReader }) => {
  const page = await newReader({ hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 640 });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const tapTwice = async (name: string) => {
    const { x = 0, y = 0 } =
      (await page.getByRole('button', { name, exact: true }).boundingBox()) ?? {};
    await stopTime(page);
    for (const _tap of ['first', 'second']) await page.touchscreen.tap(x + 24, y + 24);
  };
  await page.goto('/');
  await tapTwice('Menu');
  await expect(menu).toBeVisible();
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter');
  await tapTwice('Close menu');
  await expect(menu).toBeHidden();
});

test('with less motion, too, several quick taps that open a letter, or close it, count as one', async ({
  newReader,
  site,
}) => {
  await sendDays(site, 9);
  const viewport = { width: 360, height: 640 };
  const page = await newReader({ viewport, hasTouch: true, isMobile: true });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: 'Day 5 ' });
  const card = page.getByRole('dialog', { name: 'Day 5' });
  await envelope.press('Enter');
  await expect(card).toContainText('Come by when you can.');
  const link = (await card.getByRole('link', { name: 'Earlier' }).boundingBox()) ?? { x: 0, y: 0 };
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/');
  // As input does that scrolls: without any, what has just been closed would be held in its place.
  await page.keyboard.press('Shift');
  await envelope.evaluate((one, y) => {
    window.scrollBy(0, one.getBoundingClientRect().top + 30 - y);
  }, link.y);
  await stopTime(page);
  // A phone does not count taps: each is a first one.
  const tapQuickly = async (x: number, y: number) => {
    for (const _tap of ['first', 'second', 'third', 'fourth']) {
      await page.mouse.click(x + 20, y + 20);
      // Until what it has opened is there.
      await page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      });
    }
  };
  await tapQuickly(link.x, link.y);
  await expect(card).toBeVisible();
  const cross = await page.getByRole('button', { name: 'Close letter' }).boundingBox();
  await tapQuickly(cross?.x ?? 0, cross?.y ?? 0);
  await expect(page.locator('.sheet')).toBeHidden();
});

test('a question that appeared beside the thumb can be answered after the phone is turned', async ({
  newReader,
  site,
}) => {
  await sendDays(site, 9);
  const page = await newReader({ hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 568 });
  await enterFromMenu(page);
  await openManageTab(page);
  let moved = 0;
  for (let day = 9; day >= 1; day -= 1) {
    await action(page, 'delete', `Day ${day}`).tap();
    moved += Number(await confirmDialog(page).evaluate(({ style }) => style.inset !== ''));
    await page.setViewportSize({ width: 568, height: 320 });
    await expect(confirmDialog(page)).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 320, height: 568 });
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).tap();
    await expect(confirmDialog(page)).toBeHidden();
  }
  expect(moved).toBeGreaterThan(0);
});

for (const [look, fontSize] of [
  ['', ''],
  [' with text twice as large', '36px'],
] as const)
  test(`a double tap on edit loses no words that are not saved${look}`, async ({
    newReader,
    site,
    trouble,
  }) => {
    trouble.expect(/503.*\/api\/portal\/drafts/);
    await sendDays(site, 6);
    const page = await newReader({
      viewport: { width: 360, height: 640 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    await page.route('**/api/portal/drafts/**', (route) =>
      route.fulfill({ status: 503, json: {} }),
    );
    await enterFromMenu(page);
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, fontSize);
    await write(page, LETTER);
    await expect(draftStatus(page)).toContainText('draft not saved');
    await openManageTab(page);
    await stopTime(page);
    for (let day = 6; day >= 1; day -= 1) {
      const edit = action(page, 'edit', `Day ${day}`);
      await edit.scrollIntoViewIfNeeded();
      const { x = 0, y = 0, width = 0, height = 0 } = (await edit.boundingBox()) ?? {};
      await page.touchscreen.tap(x + width / 2, y + height / 2);
      await expect(unsavedQuestion(page)).toBeVisible();
      await page.touchscreen.tap(x + width / 2, y + height / 2);
      await expect(unsavedQuestion(page)).toBeInViewport({ ratio: 1 });
      await expect(field(page, 'title')).toHaveValue(LETTER.title);
      await page.keyboard.press('Escape');
      await expect(unsavedQuestion(page)).toBeHidden();
    }
  });

test('on a phone held sideways the words on the first envelopes are in view', async ({
  newReader,
  site,
}) => {
  const first = await newReader({ viewport: { width: 844, height: 390 } });
  await first.goto('/');
  await expect(first.getByText('Check back soon')).toBeInViewport({ ratio: 1 });
  const { id } = await site.send(LETTER);
  for (const viewport of [
    { width: 740, height: 360 },
    { width: 844, height: 340 },
  ]) {
    const page = await newReader({ viewport, hasTouch: true, isMobile: true });
    await page.goto('/');
    await expect(page.locator('.envelope__title')).toBeInViewport({ ratio: 1 });
    await page.goto(`/letter/${id}`);
    await expect(page.locator('.envelope__date')).toBeInViewport({ ratio: 1 });
  }
});
