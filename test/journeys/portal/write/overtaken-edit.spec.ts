import type { Page } from '@playwright/test';
import { holdRequests } from '../../hold-requests.ts';
import { expect, test } from '../../journey.ts';
import {
  action,
  adminDialog,
  begin,
  confirm,
  confirmDialog,
  draftStatus,
  field,
  linkDialog,
  managed,
  openManageTab,
  unsavedQuestion,
} from '../../portal.ts';

const UNSENT = { title: 'Not sent yet', content: 'Words' };

/** Presses "edit" of a letter on a slow network: before that is edited, the words in the form are saved once more. */
async function beginSlowEdit(page: Page, title: string) {
  await begin(page, UNSENT);
  await expect(draftStatus(page)).toHaveText('draft saved');
  await openManageTab(page);
  await expect(managed(page, title)).toBeVisible();
  const saved = page.waitForResponse('**/api/portal/drafts/*');
  const release = await holdRequests(page, '**/api/portal/drafts/*');
  await action(page, 'edit', title).click();
  return async () => {
    release();
    await saved;
    // Longer than what follows the answer takes.
    await page.waitForTimeout(500);
  };
}

test('a letter that is deleted before its edit has begun is not edited', async ({ page, site }) => {
  await site.send({ title: 'Doomed' });
  const answer = await beginSlowEdit(page, 'Doomed');
  await action(page, 'delete', 'Doomed').click();
  await confirm(page);
  await expect(managed(page, 'Doomed')).toHaveCount(0);
  await answer();
  await expect(adminDialog(page)).toHaveAccessibleName('admin portal');
  await expect(field(page, 'title')).toHaveValue(UNSENT.title);
});

test('whoever goes on writing before an edit has begun is not taken away from it', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Another' });
  const answer = await beginSlowEdit(page, 'Another');
  await page.getByRole('tab', { name: 'send letter' }).click();
  await field(page, 'title').press('End');
  await page.keyboard.type(', but');
  await answer();
  await page.keyboard.type(' soon');
  await expect(field(page, 'title')).toHaveValue(`${UNSENT.title}, but soon`);
});

test('the question whether to lose words for an edit does not come over another dialog', async ({
  page,
  site,
}) => {
  for (const title of ['Wanted', 'Unwanted']) await site.send({ title });
  await page.clock.install();
  const release = await holdRequests(page, '**/api/portal/drafts/*');
  await begin(page, UNSENT);
  await openManageTab(page);
  for (const [what, dialog] of [
    ['QR code', linkDialog(page)],
    ['delete', confirmDialog(page)],
  ] as const) {
    await action(page, 'edit', 'Wanted').click();
    await action(page, what, 'Unwanted').click();
    // Longer than an edit waits for words that cannot be saved.
    await page.clock.fastForward(3500);
    await expect(unsavedQuestion(page)).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  release();
});
