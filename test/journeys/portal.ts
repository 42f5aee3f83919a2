import { expect, type Locator, type Page } from '@playwright/test';
import { MAIN_PASSWORD, type SentLetter } from '../clients/owner.ts';
import type { Site } from './site.ts';

/** The owner's steps in the portal, as they are seen on the screen. */

export const accessDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'portal access', exact: true });
export const adminDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(admin portal|edit letter)$/ });
export const confirmDialog = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Confirm Action', exact: true });
export const linkDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Here is the link to your letter!', exact: true });
export const restoreOffer = (page: Page): Locator =>
  page.getByRole('region', { name: 'Restore your unsent letter?', exact: true });
export const unsavedQuestion = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Your letter is not saved' });
export const conflictDialog = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: /^This letter was (changed|deleted) elsewhere$/ });
/** What the form says about its draft, and the list about its letters. */
export const draftStatus = (page: Page): Locator => page.locator('.write__status');
export const listStatus = (page: Page): Locator => page.locator('.manage__notice');
export const field = (page: Page, name: string): Locator => page.locator(`[name="${name}"]`);

export async function openPortal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'portal', exact: true }).click();
  await expect(accessDialog(page)).toBeVisible();
}

export async function unlock(page: Page, password = MAIN_PASSWORD): Promise<void> {
  await field(page, 'password').fill(password);
  await page.getByRole('button', { name: 'unlock' }).click();
}

/** On a phone, where the portal's button is in the menu. */
export async function enterFromMenu(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await enterPortal(page);
}

export async function enterPortal(page: Page): Promise<void> {
  await openPortal(page);
  await unlock(page);
  await expect(adminDialog(page)).toBeVisible();
}

/**
 * Enters the portal, and waits for what it asks the site at once: an answer that comes later could be the first
 * to tell that the session has ended, or be lost with the network.
 */
export async function enterPortalAndRest(page: Page): Promise<void> {
  const answers = Promise.all([
    page.waitForResponse('**/api/portal/drafts'),
    page.waitForResponse((response) => response.request().method() === 'HEAD'),
  ]);
  await enterPortal(page);
  const [drafts] = await answers;
  await drafts.finished();
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

export async function submitAndConfirm(page: Page): Promise<void> {
  await submit(page);
  await confirm(page);
}

/** Writes a letter and sends it. @returns its link, from the dialog that is then open */
export async function send(page: Page, letter: Partial<SentLetter>): Promise<string> {
  await write(page, letter);
  await submitAndConfirm(page);
  return linkDialog(page).getByRole('textbox').inputValue();
}

/** Waits for the QR code of a letter's link: requests that are still open when the portal locks are refused. */
export async function waitForCode(page: Page): Promise<void> {
  const code = linkDialog(page).getByRole('img', { name: 'QR code of the link' });
  await code.evaluate((image: HTMLImageElement) => image.decode());
}

/** Closes the dialog with a letter's link, and with it the portal. */
export async function closeLink(page: Page): Promise<void> {
  await waitForCode(page);
  await linkDialog(page).getByRole('button', { name: 'Cancel' }).click();
}

export async function openManageTab(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'manage letters' }).click();
}

/** A letter's line in the manage tab. */
export const managed = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('list', { name: 'All letters' }).getByRole('listitem').filter({ hasText: title });

/** A button on a letter's line: 'edit', 'share' or 'delete'. */
export const action = (page: Page, name: string, title: string): Locator =>
  page.getByRole('button', { name: `${name}: ${title}`, exact: true });

/** Enters the portal where a draft is offered, and restores it into the form. */
export async function enterAndRestore(page: Page): Promise<void> {
  await page.goto('/');
  await enterPortal(page);
  await restoreOffer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(restoreOffer(page)).toBeHidden();
}

/** Discards the offered draft, and confirms that. */
export async function discard(page: Page): Promise<void> {
  await restoreOffer(page).getByRole('button', { name: 'Discard' }).click();
  await confirm(page);
  await expect(confirmDialog(page)).toBeHidden();
}

/** The form's content, as it would be sent. */
export function written(page: Page): Promise<SentLetter> {
  return page.evaluate(() => {
    const form = document.querySelector('form');
    const control = (name: string) => form?.elements.namedItem(name) as HTMLInputElement;
    const text = (name: string) => control(name).value;
    return {
      title: text('title'),
      date: text('date'),
      content: text('content'),
      signature: text('signature'),
      hidden: control('hidden').checked,
    };
  });
}

/** Ends the session on the server, as if half an hour had passed. The portal may be told. */
export function endSession(site: Site): void {
  site.database("DELETE FROM records WHERE kind = 'session'");
}

/** From now on only its own requests tell the portal that it was locked. */
export async function withoutNews(page: Page): Promise<void> {
  await page.route('**/api/portal/live', (route) =>
    route.fulfill({ contentType: 'text/event-stream' }),
  );
}

/** Opens the portal and begins a letter. */
export async function begin(page: Page, words: Parameters<typeof write>[1]): Promise<void> {
  await page.goto('/');
  await enterPortal(page);
  await write(page, words);
}

/** Opens the portal and its list of letters. */
export async function beginManaging(page: Page): Promise<void> {
  await page.goto('/');
  await enterPortal(page);
  await openManageTab(page);
}

/** Opens the portal and a letter to edit. */
export async function beginEdit(page: Page, title: string): Promise<void> {
  await beginManaging(page);
  await action(page, 'edit', title).click();
}

/** Crashes the page without warning, as an empty battery would. */
export async function die(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  devtools.send('Page.crash').catch(() => {});
  await crashed;
}
