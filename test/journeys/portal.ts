import { expect, type Locator, type Page } from '@playwright/test';
import { MAIN_PASSWORD, type SentLetter } from '../owner.ts';

/** What the owner does in the portal, step by step, as it is seen on the screen. */

export const accessDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'portal access' });
export const adminDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(admin portal|edit letter)$/ });
export const confirmDialog = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Confirm Action' });
export const linkDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Here is the link to your letter!' });
export const field = (page: Page, name: string): Locator => page.locator(`[name="${name}"]`);

export async function openPortal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'portal', exact: true }).click();
  await expect(accessDialog(page)).toBeVisible();
}

export async function unlock(page: Page, password = MAIN_PASSWORD): Promise<void> {
  await field(page, 'password').fill(password);
  await page.getByRole('button', { name: 'unlock' }).click();
}

export async function enterPortal(page: Page, password = MAIN_PASSWORD): Promise<void> {
  await openPortal(page);
  await unlock(page, password);
  await expect(adminDialog(page)).toBeVisible();
}

export async function write(page: Page, letter: Partial<SentLetter>): Promise<void> {
  const { hidden, ...texts } = letter;
  for (const [name, text] of Object.entries(texts)) await field(page, name).fill(text);
  if (hidden !== undefined) await field(page, 'hidden').setChecked(hidden);
}

/** Presses the form's button: 'send letter' or, on an edit, 'update letter'. */
export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(send|update) letter$/ }).click();
}

export async function confirm(page: Page): Promise<void> {
  await confirmDialog(page).getByRole('button', { name: 'Confirm' }).click();
}

/** Writes a letter and sends it off, up to the dialog with its link, which it returns. */
export async function send(page: Page, letter: Partial<SentLetter>): Promise<string> {
  await write(page, letter);
  await submit(page);
  await confirm(page);
  return linkDialog(page).getByRole('textbox').inputValue();
}

export async function openManageTab(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'manage letters' }).click();
}

/** A letter's line in the manage tab. */
export const managed = (page: Page, title: string): Locator =>
  page.getByRole('list', { name: 'All letters' }).getByRole('listitem').filter({ hasText: title });

/** A button on a letter's line: 'edit', 'share' or 'delete'. */
export const action = (page: Page, name: string, title: string): Locator =>
  page.getByRole('button', { name: `${name}: ${title}`, exact: true });
