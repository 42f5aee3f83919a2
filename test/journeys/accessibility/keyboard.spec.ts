import type { Locator, Page } from '@playwright/test';
import { MAIN_PASSWORD } from '#test/clients/owner.ts';
import { animationPace } from '../animation-pace.ts';
import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import { loseNetwork } from '../lost-network.ts';
import { action, confirmDialog, field, linkDialog, openManageTab, waitForCode } from '../portal.ts';

test.use({ serviceWorkers: 'block' });

/** What docs/accessibility.md promises of the keyboard, and axe cannot see. */

/** What is wrong with how the focus is shown. */
function faultsOfFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const at = document.activeElement;
    // At its ends a dialog has guards, which send the focus on.
    if (!at || at === document.body || at.matches('[aria-hidden=true], [data-base-ui-focus-guard]'))
      return [];
    const name = `${at.tagName}.${at.className} ${at.textContent?.slice(0, 20)}`;
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    const faults: string[] = [];
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) faults.push('has no ring');
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const places = [y, top + 4, bottom - 4].map((py) => document.elementFromPoint(x, py));
    const seen = places.filter((found) => found && (at.contains(found) || found.contains(at)));
    if (seen.length === 0) faults.push(`is hidden by ${places.map((by) => by?.className)}`);
    return faults.map((fault) => `${name} ${fault}`);
  });
}

/** The ends of a dialog send the focus on in the next frame. Until then another Tab would leave the dialog. */
async function pressTab(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await expect(page.locator('[data-base-ui-focus-guard]:focus')).toHaveCount(0);
}

/** @returns what is wrong with the stops of the Tab key, one after the other */
async function tabThrough(page: Page, stops: number): Promise<string[]> {
  const faults: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await pressTab(page);
    faults.push(...(await faultsOfFocus(page)));
  }
  return faults;
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await pressTab(page);
  }
  await expect(target).toBeFocused();
}

async function unlockByKeyboard(page: Page): Promise<void> {
  await expect(field(page, 'password')).toBeFocused();
  await page.keyboard.type(MAIN_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(field(page, 'title')).toBeFocused();
}

async function confirmByKeyboard(page: Page): Promise<void> {
  const button = (name: string) => confirmDialog(page).getByRole('button', { name });
  await expect(button('Cancel')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button('Confirm')).toBeFocused();
  await page.keyboard.press('Enter');
}

test('every element that Tab reaches is visible, whatever lies over the page', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED.*healthz/);
  for (let day = 1; day <= 6; day += 1) await site.send({ title: `Letter ${day}` });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  await loseNetwork(page);
  await expect(page.locator('.notice')).toBeVisible();
  expect(await tabThrough(page, 7)).toEqual([]);
  await expect(page.getByRole('link', { name: 'Letter 1' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await tabThrough(page, 1)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Letter 1' })).toBeFocused();

  await page.setViewportSize({ width: 1280, height: 640 });
  await page.getByRole('button', { name: 'portal' }).focus();
  await page.keyboard.press('Enter');
  await unlockByKeyboard(page);
  expect(await tabThrough(page, 10)).toEqual([]);
  await openManageTab(page);
  await expect(action(page, 'edit', 'Letter 1')).toBeVisible();
  expect(await tabThrough(page, 24)).toEqual([]);
});

test('an envelope shows its whole focus ring while the pointer is on it', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Picked up' });
  await page.goto('/');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const envelope = page.getByRole('link', { name: 'Picked up' });
  await expect(envelope).toBeFocused();
  await envelope.hover();
  const gap = await envelope.evaluate((link) => {
    const body = link.querySelector('.envelope__body')?.getBoundingClientRect();
    const offset = Number.parseFloat(getComputedStyle(link).outlineOffset);
    return (body?.top ?? 0) - (link.getBoundingClientRect().top - offset);
  });
  expect(gap).toBeGreaterThanOrEqual(0);
  // Nor does the envelope's shadow, which is darkest by night and below it, fall on the ring.
  await page.emulateMedia({ colorScheme: 'dark' });
  const box = (link: Element): DOMRect => link.getBoundingClientRect().toJSON();
  const { x, width, top, bottom } = await envelope.evaluate(box);
  const [above, below] = [Math.round(top) - 10, Math.round(bottom) + 9];
  const line = (at: number) =>
    page.screenshot({ clip: { x: Math.round(x + width / 2), y: at, width: 20, height: 1 } });
  expect((await line(below)).equals(await line(above))).toBe(true);
});

test('keys scroll an opened letter, also one that was opened again while it closed', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await site.send({ title: 'A long one', content: 'Line by line.\n\n'.repeat(80) });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: 'A long one' });
  const card = page.getByRole('dialog', { name: 'A long one' });
  const paper = page.locator('.sheet__paper');
  const scrolled = () => paper.evaluate((element) => element.scrollTop);
  await tabTo(page, envelope);
  await page.keyboard.press('Enter');
  await expect(card.getByRole('heading')).toBeFocused();
  await expect(paper).toContainText('Line by line.');
  await page.keyboard.press('Space');
  await expect.poll(scrolled).toBeGreaterThan(0);
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  await expect(card).not.toHaveAttribute('data-closing');

  // So slowly that it is still closing when it is opened again, on any machine.
  const setPace = await animationPace(page);
  await setPace(0.001);
  await page.keyboard.press('Escape');
  await expect(envelope).toBeFocused();
  await expect(card).toHaveAttribute('data-closing');
  await page.keyboard.press('Enter');
  await expect(card).not.toHaveAttribute('data-closing');
  await expect(card.getByRole('heading')).toBeFocused();
  await setPace(1);
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  expect(await scrolled()).toBe(0);
  // In the gutter of the page's scroll bar, which the card does not cover.
  await page.mouse.click((page.viewportSize()?.width ?? 0) - 4, 300);
  await page.keyboard.press('PageDown');
  await expect.poll(scrolled).toBeGreaterThan(0);
});

test('keys scroll a letter that is not in the list, as soon as its words are loaded', async ({
  page,
  site,
}) => {
  const words = 'Line by line.\n\n'.repeat(80);
  const { id } = await site.send({ title: 'By its link alone', content: words, hidden: true });
  const release = await holdRequests(page, `**/api/letters/${id}`);
  // As for a letter that was requested offline.
  await page.goto(`/#letter-${id}`);
  await expect(page.getByRole('button', { name: 'Close letter' })).toBeFocused();
  release();
  const card = page.getByRole('dialog', { name: 'By its link alone' });
  await expect(card.getByRole('heading')).toBeFocused();
  await page.keyboard.press('Space');
  const paper = page.locator('.sheet__paper');
  await expect.poll(() => paper.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);

  // It has no envelope to go back into.
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeFocused();
});

test('a letter is written, sent, found and deleted with the keyboard alone', async ({ page }) => {
  // A dialog takes some time to close.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const portal = page.getByRole('button', { name: 'portal' });
  await tabTo(page, portal);
  await page.keyboard.press('Enter');
  await unlockByKeyboard(page);
  await page.keyboard.type('By hand');
  await tabTo(page, field(page, 'content'));
  await page.keyboard.type('Not a pointer in sight.');
  await tabTo(page, page.getByRole('button', { name: 'send letter' }));
  await page.keyboard.press('Enter');
  await confirmByKeyboard(page);
  await expect(linkDialog(page)).toBeVisible();
  // The question is gone and has not taken the focus along.
  await expect(page.getByRole('alertdialog', { includeHidden: true })).toHaveCount(0);
  await expect(linkDialog(page).getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(linkDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await waitForCode(page);
  await page.keyboard.press('Escape');
  await expect(portal).toBeFocused();
  const envelope = page.getByRole('link', { name: 'By hand' });
  await tabTo(page, envelope);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Not a pointer in sight.');
  await page.keyboard.press('Escape');
  await expect(envelope).toBeFocused();
  await expect(page).toHaveURL('/');

  await page.keyboard.press('Shift+Tab');
  await expect(portal).toBeFocused();
  await page.keyboard.press('Enter');
  await unlockByKeyboard(page);
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tab', { name: 'send letter' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field(page, 'title')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await tabTo(page, action(page, 'delete', 'By hand'));
  await page.keyboard.press('Enter');
  await confirmByKeyboard(page);
  await expect(action(page, 'delete', 'By hand')).toHaveCount(0);
  // Wherever the focus has gone, it is still in the portal.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null))
    .toBe(true);
});
