import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { loseNetwork } from '../lost-network.ts';
import {
  accessDialog,
  action,
  confirmDialog,
  conflictDialog,
  draftStatus,
  enterPortal,
  linkDialog,
  listStatus,
  openManageTab,
  openPortal,
  restoreOffer,
  send,
  submit,
  submitAndConfirm,
  unlock,
  unsavedQuestion,
  write,
} from '../portal.ts';
import type { Site } from '../site.ts';

test.use({ serviceWorkers: 'block' });

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Colours do not depend on the width, nor the layout on the light, so each is checked once. */
const LOOKS = [
  ['dark', { width: 360, height: 740 }],
  ['light', { width: 1280, height: 800 }],
] as const;

/** What axe finds on the current screen. */
async function findings(page: Page): Promise<string[]> {
  // There are no frames; everything runs in the page itself, in two thirds of the time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(RULES).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}

async function askForPortal(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await openPortal(page);
}

async function sendSome(site: Site): Promise<string> {
  await site.send({ title: 'Between us', hidden: true });
  await site.send({ title: 'أكتب إليك من الميناء', content: 'تعال متى شئت.' });
  const { id } = await site.send({
    title: 'Before the tide turns',
    content: 'Leave a lamp for me.\n\n'.repeat(60),
  });
  return id;
}

for (const [colorScheme, viewport] of LOOKS) {
  test.describe(`by ${colorScheme} at ${viewport.width} pixels`, () => {
    test.use({ colorScheme, viewport });

    test('axe finds no fault on the pages and in an opened letter', async ({
      page,
      site,
      trouble,
    }) => {
      trouble.expect(/404/);
      await page.goto('/');
      await expect(page.getByText('No Letters Yet')).toBeVisible();
      expect.soft(await findings(page), 'home page without letters').toEqual([]);

      const id = await sendSome(site);
      const envelope = page.getByRole('link', { name: 'Before the tide turns' });
      await expect(envelope).toBeVisible();
      expect.soft(await findings(page), 'home page').toEqual([]);

      await envelope.click();
      await expect(page.getByRole('dialog')).toContainText('Leave a lamp for me.');
      await expect(page.getByRole('dialog').getByRole('link', { name: /^Earlier/ })).toBeVisible();
      expect.soft(await findings(page), 'opened letter').toEqual([]);

      await page.goto(`/letter/${id}`);
      expect.soft(await findings(page), 'letter page').toEqual([]);

      await page.getByRole('link', { name: 'Before the tide turns' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect.soft(await findings(page), 'letter page, opened').toEqual([]);

      await page.goto('/nothing');
      expect.soft(await findings(page), 'not-found page').toEqual([]);
    });

    test('axe finds no fault when letters arrive and leave, and when the site cannot be reached', async ({
      page,
      site,
      trouble,
    }) => {
      trouble.expect(/^server: /, /503/, /ERR_FAILED/, /could not be loaded/);
      // The focus returns to the envelope of the letter that is gone, and fetches it again if that was long ago.
      trouble.allow(/404.*\/api\/letters\//);
      await sendSome(site);
      const leaving = await site.send({ title: 'Leaving', content: 'Read me to the end.' });
      await page.goto('/');
      await page.setViewportSize({ ...viewport, height: 300 });
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await site.send({ title: 'Just in' });
      const mark = page.getByRole('button', { name: 'A new letter has arrived' });
      await expect(mark).toBeVisible();
      expect.soft(await findings(page), 'a letter waits').toEqual([]);
      await mark.click();
      await page.setViewportSize(viewport);
      expect.soft(await findings(page), 'a letter is new').toEqual([]);

      await page.getByRole('link', { name: 'Leaving' }).click();
      const card = page.getByRole('dialog');
      await expect(card).toContainText('Read me to the end.');
      await site.delete(leaving);
      await expect(card.locator('[aria-live]')).toContainText('has been taken back');
      expect.soft(await findings(page), 'taken back while it is read').toEqual([]);
      await page.keyboard.press('Escape');

      await page.route('**/api/letters/*', (route) => route.abort());
      await loseNetwork(page);
      await expect(page.locator('.notice')).toContainText('You are offline.');
      expect.soft(await findings(page), 'offline').toEqual([]);
      await page.getByRole('link', { name: 'Just in' }).click();
      await expect(card.locator('[aria-live]')).toContainText('You are offline.');
      expect.soft(await findings(page), 'offline, a letter that was not read').toEqual([]);

      site.database('ALTER TABLE letters RENAME TO letters_elsewhere');
      await page.goto('/?after=00000000000000000000a');
      await expect(page.getByText('Loading letters...')).toBeVisible();
      expect.soft(await findings(page), 'loading').toEqual([]);
    });

    test('axe finds no fault in the portal and its dialogs', async ({ page, site }) => {
      await sendSome(site);
      await page.goto('/');
      if (viewport.width < 768) {
        await page.getByRole('button', { name: 'Menu', exact: true }).click();
        expect.soft(await findings(page), 'side menu').toEqual([]);
        await page.keyboard.press('Escape');
      }
      await askForPortal(page);
      expect.soft(await findings(page), 'portal access').toEqual([]);
      await unlock(page, '');
      await expect(accessDialog(page).getByRole('alert')).toContainText('Please enter');
      expect.soft(await findings(page), 'refused password').toEqual([]);

      await unlock(page);
      await openManageTab(page);
      await expect(action(page, 'edit', 'Between us')).toBeVisible();
      expect.soft(await findings(page), 'manage tab').toEqual([]);
      const search = page.getByRole('searchbox', { name: 'Search letters' });
      const said = listStatus(page);
      await search.fill('between');
      await expect(said).toHaveText('1 letter found');
      expect.soft(await findings(page), 'letters found').toEqual([]);
      await search.fill('nowhere');
      await expect(said).toContainText('No letter has');
      expect.soft(await findings(page), 'no letter found').toEqual([]);
      await search.fill('');
      await action(page, 'delete', 'Between us').click();
      await expect(confirmDialog(page)).toBeVisible();
      expect.soft(await findings(page), 'confirmation').toEqual([]);
      await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();

      await action(page, 'edit', 'Between us').click();
      await write(page, { title: '', signature: '' });
      await submit(page);
      expect.soft(await findings(page), 'form with a fault').toEqual([]);
      await write(page, { title: 'Between us', signature: 'test' });
      await submit(page);
      await expect(page.getByRole('alertdialog', { name: 'Signature Warning' })).toBeVisible();
      expect.soft(await findings(page), 'signature warning').toEqual([]);
      await page.getByRole('alertdialog').getByRole('button').click();

      await page.getByRole('button', { name: 'Cancel Edit' }).click();
      expect.soft(await findings(page), 'form').toEqual([]);
      await send(page, { title: 'Sent', content: 'Words' });
      await expect(linkDialog(page)).toBeVisible();
      expect.soft(await findings(page), 'link').toEqual([]);
    });

    test('axe finds no fault in the dialogs about drafts and conflicting edits', async ({
      page,
      site,
      trouble,
    }) => {
      trouble.expect(/409/, /ERR_FAILED/);
      const letter = await site.send({ title: 'Between us', content: 'Words.\n'.repeat(40) });
      await site.keepDraft({ title: 'أكتب إليك', content: 'تعال متى شئت.' });
      await page.goto('/');
      await askForPortal(page);
      await unlock(page);
      await expect(restoreOffer(page)).toBeVisible();
      expect.soft(await findings(page), 'offered draft').toEqual([]);
      await restoreOffer(page).getByRole('button', { name: 'Discard' }).click();
      await expect(confirmDialog(page)).toBeVisible();
      expect.soft(await findings(page), 'offered draft, to be discarded').toEqual([]);
      await page.keyboard.press('Escape');
      await expect(confirmDialog(page)).toBeHidden();

      await openManageTab(page);
      await action(page, 'edit', 'Between us').click();
      await write(page, { title: 'Mine' });
      await expect(draftStatus(page)).toHaveText('draft saved');
      expect.soft(await findings(page), 'form with its draft').toEqual([]);
      await site.update(letter, { title: 'Theirs' });
      await submitAndConfirm(page);
      await expect(conflictDialog(page)).toBeVisible();
      expect.soft(await findings(page), 'conflict').toEqual([]);
      await conflictDialog(page).getByRole('button', { name: 'Go on editing' }).click();
      await expect(conflictDialog(page)).toBeHidden();

      await page.route('**/api/portal/drafts/**', (route) => route.abort());
      await write(page, { title: 'Mine still' });
      await page.keyboard.press('Escape');
      await expect(unsavedQuestion(page)).toBeVisible();
      expect.soft(await findings(page), 'unsaved').toEqual([]);
    });
  });
}

test('in the portal, focus stays inside and returns to the button that opened it', async ({
  page,
}) => {
  await page.goto('/');
  await enterPortal(page);
  const focusIsInside = () =>
    page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
  for (let presses = 0; presses < 15; presses += 1) {
    await page.keyboard.press('Tab');
    // At either end it passes a guard outside, which sends it on.
    await expect.poll(focusIsInside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'portal' })).toBeFocused();
});
