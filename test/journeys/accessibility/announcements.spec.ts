import type { Page } from '@playwright/test';
import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import { pauseClock } from '../pause-clock.ts';
import {
  accessDialog,
  action,
  adminDialog,
  begin,
  beginManaging,
  closeLink,
  confirmDialog,
  discard,
  draftStatus,
  enterPortal,
  field,
  linkDialog,
  openManageTab,
  restoreOffer,
  send,
  submitAndConfirm,
  unlock,
} from '../portal.ts';

/**
 * What a screen reader needs in order to speak, as far as the page can tell. Orca in Firefox announces of a dialog
 * only what has the focus after the page behind has gone, and an error only where its element is inserted.
 */

declare global {
  interface Window {
    heard: string[];
  }
}

test('a question and a link get the focus before what is in them, and an error is inserted', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/401/);
  await site.send({ title: 'Behind' });
  await page.goto('/');
  await page.getByRole('button', { name: 'portal' }).click();
  await expect(accessDialog(page).getByLabel('password')).toBeFocused();
  await page.evaluate(() => {
    window.heard = [];
    document.addEventListener('focusin', ({ target }) => {
      const element = target as Element;
      window.heard.push(element.getAttribute('role') ?? element.localName);
    });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const isAlert = node instanceof Element && node.matches('[role=alert]:not(:empty)');
        if (isAlert) window.heard.push(node.textContent ?? '');
      }
    }).observe(document, { childList: true, subtree: true });
  });
  const heard = () => page.evaluate(() => window.heard.splice(0));
  const unlocking = page.getByRole('button', { name: 'unlock' });
  await unlocking.click();
  await expect(page.getByRole('alert')).toHaveText('Please enter a password');
  expect(await heard()).toContain('Please enter a password');
  await page.keyboard.type('not this');
  await unlocking.click();
  await expect(page.getByRole('alert')).toHaveText('Incorrect password');
  expect(await heard()).toContain('Incorrect password');

  await unlock(page);
  await openManageTab(page);
  await action(page, 'delete', 'Behind').click();
  await expect(confirmDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect((await heard()).slice(-2)).toEqual(['alertdialog', 'button']);
  await page.keyboard.press('Escape');
  await expect(confirmDialog(page)).toBeHidden();
  await action(page, 'QR code', 'Behind').click();
  await expect(linkDialog(page).getByRole('textbox')).toBeFocused();
  expect((await heard()).slice(-2)).toEqual(['dialog', 'input']);
});

test('with the Tab key a screen reader hears of each letter when it is from and that it is hidden, and stops at nothing nameless', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Happy birthday', date: '2025-05-05', hidden: true });
  await beginManaging(page);
  for (const what of ['edit', 'delete']) {
    await expect(action(page, what, 'Happy birthday')).toHaveAccessibleDescription(
      'May 5, 2025 hidden',
    );
  }
  // Firefox makes a tab stop of whatever scrolls and does not say otherwise.
  const nameless = adminDialog(page)
    .locator('div')
    .evaluateAll((elements) =>
      elements
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
        .filter((element) => element.getAttribute('tabindex') !== '-1')
        .map(({ className }) => className),
    );
  expect(await nameless).toEqual([]);
});

test('a screen reader does not hear a question again that has been answered, but what has come of it', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Behind' });
  await beginManaging(page);
  await action(page, 'delete', 'Behind').click();
  const release = await holdRequests(page, /portal\/letters\/./);
  await confirmDialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.locator(':focus')).toHaveText('One moment...');
  release();
  await expect(page.getByText('Letter deleted: Behind')).toHaveAttribute('aria-live');
  await expect(confirmDialog(page)).toBeHidden();
});

test('a screen reader hears that a draft waits or is discarded, that a search has ended, and once that a link is copied', async ({
  page,
  site,
}) => {
  await site.keepDraft({ title: 'Not yet' });
  await site.send({ title: 'Behind' });
  await page.clock.install();
  await page.goto('/');
  await enterPortal(page);
  await restoreOffer(page).getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText('Draft kept for later: Not yet')).toHaveAttribute('aria-live');
  await page.keyboard.press('Escape');
  await enterPortal(page);
  await discard(page);
  await expect(page.getByText('Draft discarded: Not yet')).toHaveAttribute('aria-live');
  await openManageTab(page);
  const search = adminDialog(page).getByRole('searchbox');
  const ended = page.getByText('All letters are listed again.');
  await search.fill('Behind');
  await expect(page.getByText('1 letter found')).toHaveAttribute('aria-live');
  await expect(ended).toBeHidden();
  await search.press('Escape');
  await expect(ended).toHaveAttribute('aria-live');
  await action(page, 'QR code', 'Behind').click();
  // However late the test looks, it still says so.
  await pauseClock(page);
  await linkDialog(page).getByRole('button', { name: 'Copy Link' }).click();
  // A region with the button's usual name would announce that one, too, once it is back.
  await expect(linkDialog(page).locator('[aria-live]')).toHaveText('Link copied.');
  await page.clock.runFor(2010);
  await expect(linkDialog(page).locator('[aria-live]')).toHaveText('');
});

test('a screen reader says the words of a notice, and not that there is a status bar', async ({
  page,
}) => {
  await beginManaging(page);
  // Of a status bar Orca says in Firefox that it is one, and not what is in it.
  await expect(page.locator('[role=status]')).toHaveCount(0);
});

/** What happens once the portal is gone, in order: the next frame, and the focus that comes back. */
async function hearPortalGo(page: Page, close: () => Promise<void>): Promise<string[]> {
  await page.evaluate(() => {
    window.heard = [];
    const portal = document.querySelector('.portal');
    document.addEventListener('focusin', () => window.heard.push('focus'));
    const untilGone = new MutationObserver(() => {
      if (portal?.isConnected) return;
      untilGone.disconnect();
      window.heard = [];
      requestAnimationFrame(() => window.heard.push('a frame'));
    });
    untilGone.observe(document.body, { childList: true });
  });
  await close();
  await expect(page.getByRole('button', { name: 'portal' })).toBeFocused();
  return page.evaluate(() => window.heard);
}

test('a portal that is closed gives the focus back only once it is gone, so that Orca announces where that is', async ({
  page,
}) => {
  await page.goto('/');
  await enterPortal(page);
  const heard = await hearPortalGo(page, () => page.keyboard.press('Escape'));
  expect(heard).toEqual(['a frame', 'focus']);
});

test('so does one that is closed together with the link of the letter that was sent', async ({
  page,
}) => {
  await page.goto('/');
  await enterPortal(page);
  await send(page, { title: 'Sent', content: 'Words' });
  const heard = await hearPortalGo(page, () => closeLink(page));
  expect(heard).toEqual(['a frame', 'focus']);
});

test('a screen reader does not hear of a letter that is sent that its draft is saved', async ({
  page,
}) => {
  await begin(page, { title: 'Sent', content: 'Words' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  await draftStatus(page).evaluate((status) => {
    window.heard = [];
    new MutationObserver(() => {
      const shown = [...status.childNodes].filter(
        (node) => !(node instanceof Element && node.ariaHidden === 'true'),
      );
      window.heard.push(...shown.flatMap(({ textContent }) => textContent || []));
    }).observe(status, { childList: true, characterData: true, subtree: true });
  });
  await submitAndConfirm(page);
  await expect(draftStatus(page)).toHaveText('');
  expect(await page.evaluate(() => window.heard)).toEqual([]);
});

test('the box that hides a letter is another one for each letter, of which a screen reader knows nothing from before', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Behind', hidden: true });
  await page.goto('/');
  await enterPortal(page);
  const former = await field(page, 'hidden').elementHandle();
  await expect(field(page, 'hidden')).not.toBeChecked();
  await openManageTab(page);
  await action(page, 'edit', 'Behind').click();
  await expect(field(page, 'hidden')).toBeChecked();
  expect(await former?.evaluate(({ isConnected }) => isConnected)).toBe(false);
});

test('the announcement of a letter is gone also where it was hidden while the page was', async ({
  page,
  site,
}) => {
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await page.goto('/');
  const letter = await site.send({ title: 'Good night' });
  const status = page.locator('body > [aria-live]').first();
  await expect(status).toHaveText('A new letter has arrived: Good night');
  await setHidden(true);
  await site.update(letter, { hidden: true });
  await setHidden(false);
  await expect(page.getByRole('link', { name: 'Good night' })).toHaveCount(0);
  await expect(status).toHaveText('');
});
