import type { Locator } from '@playwright/test';
import { holdRequests } from '../../hold-requests.ts';
import { expect, test } from '../../journey.ts';
import { pauseClock } from '../../pause-clock.ts';
import {
  accessDialog,
  action,
  adminDialog,
  begin,
  beginEdit,
  beginManaging,
  closeLink,
  confirm,
  confirmDialog,
  enterPortal,
  field,
  linkDialog,
  listStatus,
  openManageTab,
  submit,
  submitAndConfirm,
  unlock,
  write,
} from '../../portal.ts';

/** Likely mistakes, and how their writer hears of them in time. */

test('text pasted from a document is previewed as it will be sent, and sent so', async ({
  page,
}) => {
  await begin(page, { title: 'Pasted' });
  await field(page, 'content').focus();
  await page.keyboard.insertText('Dear Ada,\vdon\u0092t wait.\fYours');
  const words = 'Dear Ada,\ndon’t wait.\nYours';
  const sheet = page.getByRole('region', { name: 'Preview' }).locator('.sheet__content');
  await expect(sheet).toHaveText(words, { useInnerText: true });
  await submitAndConfirm(page);
  await page.goto(await linkDialog(page).getByRole('textbox').inputValue());
  await page.getByRole('link', { name: 'Pasted' }).click();
  await expect(page.locator('.sheet__content')).toHaveText(words, { useInnerText: true });
});

test('a year of two digits is questioned once, because the letter would be sorted last', async ({
  page,
}) => {
  await begin(page, { title: 'In short', content: 'Words' });
  const date = field(page, 'date');
  await date.focus();
  await page.keyboard.type('112026');
  await expect(date).toHaveValue('0026-11-20');
  await submit(page);
  await expect(date).toBeFocused();
  await expect(date).toHaveAccessibleDescription(/^Is this the year 26\?/);
  await expect(confirmDialog(page)).toBeHidden();
  // Whoever means it confirms it; whoever does not corrects it.
  await submit(page);
  await expect(confirmDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await date.fill('0026-11-21');
  await submit(page);
  await expect(date).toHaveAccessibleDescription(/^Is this the year 26\?/);
  await date.fill('2026-11-20');
  await submit(page);
  await expect(confirmDialog(page)).toBeVisible();
});

test('an error is shown at its field until it is corrected', async ({ page }) => {
  await page.goto('/');
  await enterPortal(page);
  const title = field(page, 'title');
  const date = field(page, 'date');
  const content = field(page, 'content');
  await date.focus();
  await page.keyboard.type('1');
  await submit(page);
  await expect(title).toBeFocused();
  await expect(title).toHaveAccessibleDescription('A letter needs a title.');
  await expect(date).toHaveAccessibleDescription(/^Please choose a real date/);
  await expect(content).toHaveAccessibleDescription('Nothing is written here yet.');
  await page.keyboard.type('T');
  await expect(title).toBeFocused();
  await expect(title).toHaveAccessibleDescription('');
});

test('a program that presses Confirm three times at once sends one letter', async ({ page }) => {
  await begin(page, { title: 'Only once', content: 'Words' });
  await submit(page);
  const release = await holdRequests(page, '**/api/portal/letters');
  const button = confirmDialog(page).getByRole('button', { name: 'Confirm' });
  await button.evaluate((confirm: HTMLButtonElement) => {
    for (let press = 0; press < 3; press += 1) confirm.click();
  });
  await expect(button).toBeDisabled();
  release();
  await closeLink(page);
  await expect(page.getByRole('link', { name: 'Only once' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Only once' })).toHaveCount(1);
});

test('a click beside a dialog leaves the keyboard in it', async ({ page, site }) => {
  await site.send({ title: 'Behind', content: 'Words' });
  await page.goto('/');
  await page.getByRole('button', { name: 'portal', exact: true }).click();
  const beside = async (dialog: Locator) => {
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await page.mouse.click(4, 4);
    // The gutter of the page's scroll bar.
    await page.mouse.click((page.viewportSize()?.width ?? 0) - 4, 4);
    for (const key of ['Shift+Tab', 'Tab', 'Tab', 'Tab', 'Tab']) {
      await page.keyboard.press(key);
      // What catches the focus at either end of a dialog has it for a moment.
      const isInside = () => dialog.evaluate((one) => one.contains(document.activeElement));
      await expect.poll(isInside).toBe(true);
    }
  };
  await beside(accessDialog(page));
  await unlock(page);
  await beside(adminDialog(page));
  await write(page, { title: 'In front', content: 'Words' });
  await submit(page);
  await beside(confirmDialog(page));
  await confirm(page);
  await beside(linkDialog(page));
});

test('a long letter that is edited is previewed at once, and not after the one before', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Long', content: 'It goes on and on.\n'.repeat(2000) });
  await site.send({ title: 'Before' });
  await page.clock.install();
  await beginEdit(page, 'Before');
  await openManageTab(page);
  await pauseClock(page);
  await action(page, 'edit', 'Long').click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Long' })).toBeVisible();
});

test('a double click on edit does not cancel the edit, if that button appears there', async ({
  page,
  site,
}) => {
  for (let day = 1; day <= 20; day += 1) await site.send({ title: `Day ${day}` });
  await beginEdit(page, 'Day 20');
  const cancel = page.getByRole('button', { name: 'Cancel Edit' });
  const there = await boxOf(cancel);
  await cancel.press('Enter');
  await openManageTab(page);
  const edit = action(page, 'edit', 'Day 10');
  await edit.evaluate((button, y) => {
    const { top } = button.getBoundingClientRect();
    button.closest('.portal__scroll')?.scrollBy(0, top - y);
  }, there.y);
  const { x, width } = await boxOf(edit);
  const right = Math.min(x + width, there.x + there.width) - 4;
  expect(right).toBeGreaterThan(there.x);
  await page.mouse.click(right, there.y + 20);
  await expect(cancel).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(cancel).toBeVisible();
  await expect(field(page, 'title')).toHaveValue('Day 10');
});

const boxOf = async (locator: Locator) =>
  (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test('what a program in the page has written into a field stays there, and is kept as a draft', async ({
  page,
  site,
}) => {
  await begin(page, {});
  for (const name of ['title', 'content', 'signature'])
    await field(page, name).evaluate((input: HTMLInputElement) => {
      input.value = 'Dictated';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  await field(page, 'title').press('End');
  await field(page, 'title').pressSequentially('!');
  for (const name of ['content', 'signature'])
    await expect(field(page, name)).toHaveValue('Dictated');
  await expect(page.getByText('draft saved')).toBeVisible();
  const [draft] = await site.drafts();
  expect(draft).toMatchObject({ title: 'Dictated!', content: 'Dictated', signature: 'Dictated' });
});

test('what a program in the page has written into the search is looked for', async ({
  page,
  site,
}) => {
  for (const title of ['Rain', 'Other']) await site.send({ title });
  await beginManaging(page);
  const search = page.getByRole('searchbox', { name: 'Search letters' });
  await search.evaluate((input: HTMLInputElement) => {
    input.value = 'rain';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(listStatus(page)).toHaveText('1 letter found');
});

test('what a program has changed since the question is not sent unseen', async ({ page, site }) => {
  await begin(page, { title: 'Asked', content: 'Words' });
  await submit(page);
  await expect(confirmDialog(page)).toBeVisible();
  await field(page, 'hidden').evaluate((box: HTMLElement) => box.click());
  await confirm(page);
  await expect(confirmDialog(page)).toBeHidden();
  await expect(linkDialog(page)).toBeHidden();
  expect(await site.listed()).toEqual([]);
  await submit(page);
  await expect(confirmDialog(page)).toContainText('hidden from the main page');
});
