import type { Page } from '@playwright/test';
import { MAIN_PASSWORD } from '#test/clients/owner.ts';
import { expect, test } from '../journey.ts';
import {
  accessDialog,
  action,
  adminDialog,
  begin,
  beginManaging,
  confirmDialog,
  field,
  linkDialog,
  submit,
  submitAndConfirm,
  waitForCode,
} from '../portal.ts';

/** Whoever presses a key for longer than most, as with a tremor, has pressed it once. */

/** Keyboards repeat a key about thirty times a second, and the focus moves to what has appeared within 200 ms. */
const REPEATS = 20;
const REPEAT_MS = 30;

async function hold(page: Page, key: string): Promise<void> {
  for (let time = 0; time < REPEATS; time += 1) {
    await page.keyboard.down(key);
    await page.waitForTimeout(REPEAT_MS);
  }
  await page.keyboard.up(key);
}

test('a held Enter opens the portal, unlocks it or asks a question, and goes no further', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'portal', exact: true }).focus();
  await hold(page, 'Enter');
  await expect(field(page, 'password')).toBeFocused();
  await expect(page.getByText('Please enter a password')).toHaveCount(0);
  await page.keyboard.type(MAIN_PASSWORD);
  await page.keyboard.down('Enter');
  await expect(field(page, 'title')).toBeFocused();
  await hold(page, 'Enter');
  await expect(page.getByText('Please fill in title and content fields')).toHaveCount(0);

  await field(page, 'content').focus();
  await hold(page, 'Enter');
  await expect(field(page, 'content')).toHaveValue('\n'.repeat(REPEATS));
  await page.keyboard.type('Words');
  await field(page, 'title').fill('Held');
  await page.keyboard.down('Enter');
  const cancel = confirmDialog(page).getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeFocused();
  await hold(page, 'Enter');
  await expect(cancel).toBeFocused();
});

test('a held Enter that closes the portal does not open it again, and one that deletes asks about no other letter', async ({
  page,
  site,
}) => {
  await site.send({ title: 'First' });
  await begin(page, { title: 'Second', content: 'Words' });
  await submitAndConfirm(page);
  await waitForCode(page);
  await linkDialog(page).getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.down('Enter');
  await expect(page.getByRole('button', { name: 'portal', exact: true })).toBeFocused();
  await hold(page, 'Enter');
  await expect(accessDialog(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(accessDialog(page)).toBeVisible();

  await beginManaging(page);
  await action(page, 'delete', 'Second').press('Enter');
  await confirmDialog(page).getByRole('button', { name: 'Confirm' }).focus();
  await page.keyboard.down('Enter');
  await expect(action(page, 'delete', 'First')).toBeFocused();
  await hold(page, 'Enter');
  await expect(confirmDialog(page)).toHaveCount(0);
});

test('a held Escape closes a question, and not the portal behind it', async ({ page }) => {
  await begin(page, { title: 'Asked', content: 'Words' });
  await submit(page);
  await expect(confirmDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await hold(page, 'Escape');
  await expect(confirmDialog(page)).toHaveCount(0);
  await expect(adminDialog(page)).toBeVisible();
});

test('a held Enter that closes the menu does not open it again', async ({ newReader }) => {
  const page = await newReader({ viewport: { width: 360, height: 640 } });
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await button.press('Enter');
  await menu.getByRole('button', { name: 'Close menu' }).focus();
  await page.keyboard.down('Enter');
  await expect(button).toBeFocused();
  // Once, for each of two repeats would undo what the other has done.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(menu).toBeHidden();
});

test('a held Enter that closes a letter does not open it again', async ({ page, site }) => {
  await site.send({ title: 'Held' });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: 'Held' });
  await envelope.press('Enter');
  await page.getByRole('button', { name: 'Close letter' }).focus();
  await page.keyboard.down('Enter');
  await expect(envelope).toBeFocused();
  // Chromium itself follows no link again while Enter is held; Firefox does.
  const ignored = page.evaluate(
    () =>
      new Promise((resolve) => {
        // As the site does, which lets nobody else hear of it.
        window.addEventListener('keydown', (event) => resolve(event.defaultPrevented), true);
      }),
  );
  await hold(page, 'Enter');
  expect(await ignored).toBe(true);
  await expect(page.getByRole('dialog', { name: 'Held' })).toBeHidden();
});
