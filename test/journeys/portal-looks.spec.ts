import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import {
  action,
  confirmDialog,
  enterPortal,
  field,
  linkDialog,
  openManageTab,
  restoreDialog,
  send,
} from './portal.ts';

const LONG_TITLE = 'Four friends, a roof and the wind, '.repeat(8).trim();

test.use({ viewport: { width: 360, height: 640 } });

async function enter(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await enterPortal(page);
}

/** How many lines an element shows of its words. */
const lines = (element: Element) =>
  Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight));

test('title, date and signature are of one height, also in large text', async ({ page }) => {
  await enter(page);
  const heights = () =>
    Promise.all(
      ['title', 'date', 'signature'].map((name) =>
        field(page, name).evaluate((input) => input.getBoundingClientRect().height),
      ),
    );
  expect(new Set(await heights()).size).toBe(1);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '225%';
  });
  expect(new Set(await heights()).size).toBe(1);
});

test('on a phone, too, the envelope of a sent letter is a wide one with its postmark', async ({
  page,
}) => {
  await enter(page);
  await send(page, { title: 'Off it goes', content: 'Words' });
  const envelope = linkDialog(page).locator('.envelope__body');
  await expect(envelope.locator('.envelope__postmark')).toBeVisible();
  const { width = 0, height = 0 } = (await envelope.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(height * 1.2);
});

test('a long title takes one line where it is offered, and two where it is asked about', async ({
  page,
  site,
}) => {
  await site.send({ title: LONG_TITLE });
  await site.keepDraft({ title: LONG_TITLE });
  await enter(page);
  const offered = restoreDialog(page).locator('.unsent__title');
  expect(await offered.evaluate(lines)).toBe(1);
  await restoreDialog(page).getByRole('button', { name: 'Later' }).click();
  await openManageTab(page);
  await action(page, 'delete', LONG_TITLE).click();
  expect(await confirmDialog(page).getByText(LONG_TITLE).evaluate(lines)).toBe(2);
});
