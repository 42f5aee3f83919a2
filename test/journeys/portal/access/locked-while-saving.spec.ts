import type { Page, Route } from '@playwright/test';
import { holdAnswer } from '../../hold-requests.ts';
import { expect, test } from '../../journey.ts';
import {
  accessDialog,
  action,
  adminDialog,
  begin,
  beginEdit,
  closeLink,
  conflictDialog,
  draftStatus,
  endSession,
  enterAndRestore,
  enterPortalAndRest,
  field,
  linkDialog,
  openManageTab,
  submitAndConfirm,
  unlock,
  unsavedQuestion,
} from '../../portal.ts';
import type { Site } from '../../site.ts';
import { LOCKED } from '../../trouble.ts';

/** A letter arrives, and the portal is locked before it gets the answer. @returns lets the answer through */
async function lockedWhileSending(page: Page, site: Site): Promise<() => void> {
  await begin(page, { title: 'On its way', content: 'Words' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  const { answered, release } = await holdAnswer(page, /\/api\/portal\/letters$/);
  await submitAndConfirm(page);
  await answered;
  endSession(site);
  await expect(accessDialog(page).getByRole('alert')).toHaveText(
    'The portal was locked in the meantime. What you wrote is still here.',
  );
  return release;
}

test('a letter being sent when the portal is locked is saved, and its link is shown after the login', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOCKED);
  const hear = await lockedWhileSending(page, site);
  hear();
  await expect(accessDialog(page).getByRole('alert')).toContainText('Your letter was saved');
  await unlock(page);
  const letters = await site.listed();
  expect(letters).toMatchObject([{ title: 'On its way' }]);
  await expect(linkDialog(page).getByRole('textbox')).toHaveValue(
    `${site.url}/letter/${letters[0]?.id}`,
  );
  await expect(field(page, 'title')).toHaveValue('');
  await expect.poll(() => site.drafts()).toEqual([]);
  // The link, which was there as soon as the portal, returns the focus to the button behind both.
  endSession(site);
  await expect(field(page, 'password')).toBeFocused();
});

test('words written before a letter is acknowledged become a draft of their own', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOCKED);
  const hear = await lockedWhileSending(page, site);
  await unlock(page);
  await expect(page.getByRole('button', { name: 'sending...' })).toBeDisabled();
  await field(page, 'title').fill('Another idea');
  hear();
  await expect(linkDialog(page)).toBeVisible();
  await expect(field(page, 'title')).toHaveValue('Another idea');
  await closeLink(page);
  // The portal, too; behind the link's dialog it is hidden anyway.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await site.drafts()).toMatchObject([{ title: 'Another idea', content: 'Words' }]);
});

test('where words written since cannot be saved, closing the link of a letter does not keep from going on with them', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOCKED, /ERR_FAILED.*\/drafts/);
  const hear = await lockedWhileSending(page, site);
  await unlock(page);
  await page.route('**/api/portal/drafts/*', (route) => route.abort());
  await field(page, 'title').fill('Another idea');
  hear();
  await closeLink(page);
  await unsavedQuestion(page).getByRole('button', { name: 'Keep writing' }).click();
  await expect(linkDialog(page)).toBeHidden();
  await expect(adminDialog(page).locator(':focus')).toBeVisible();
  await field(page, 'title').fill('Another idea, and more');
  await page.unroute('**/api/portal/drafts/*');
  await expect
    .poll(() => site.drafts())
    .toMatchObject([{ title: 'Another idea, and more', content: 'Words' }]);
});

test('words written before it is known that their letter was deleted are those that are sent as a new one', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOCKED, /404.*\/api\/portal\/letters/, /console: The letter could not be saved/);
  const letter = await site.send({ title: 'Deleted elsewhere' });
  await beginEdit(page, 'Deleted elsewhere');
  await field(page, 'content').fill('Words');
  await expect(draftStatus(page)).toHaveText('draft saved');
  await site.delete(letter);
  const { answered, release } = await holdAnswer(page, /\/api\/portal\/letters\/\w+$/);
  await submitAndConfirm(page);
  await answered;
  endSession(site);
  await unlock(page);
  await field(page, 'content').fill('Words, and more');
  release();
  await expect(adminDialog(page).getByRole('alert')).toContainText('The letter was not saved.');
  await submitAndConfirm(page);
  await conflictDialog(page).getByRole('button', { name: 'Send as a new letter' }).click();
  await expect(linkDialog(page)).toBeVisible();
  const [sent] = await site.listed();
  expect(await site.stored({ id: sent?.id ?? '' })).toMatchObject({ content: 'Words, and more' });
});

test('a portal that is locked without unsent words mentions none', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOCKED);
  await page.goto('/');
  await enterPortalAndRest(page);
  endSession(site);
  await expect(accessDialog(page).getByRole('alert')).toHaveText(
    'The portal was locked in the meantime.',
  );
});

test('what the site finds wrong with a letter is shown also where the portal was locked before its answer', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOCKED, /422.*\/api\/portal\/letters/, /console: The letter could not be saved/);
  const { id } = await site.send({ title: 'As it was' });
  const edit = { title: 'Edited', content: 'Words', signature: 'qwerty' };
  await site.keepDraft({ ...edit, editing: { id, version: 1 } });
  await enterAndRestore(page);
  const { answered, release } = await holdAnswer(page, /\/api\/portal\/letters\/\w+$/);
  await submitAndConfirm(page);
  await answered;
  endSession(site);
  await expect(accessDialog(page)).toBeVisible();
  const heard = page.waitForResponse((response) => response.status() === 422);
  release();
  await heard;
  await unlock(page);
  await expect(page.getByRole('alertdialog', { name: 'Signature Warning' })).toBeVisible();
});

for (const [what, answer, failure, outcome] of [
  [
    'could not be saved',
    (route) => route.fulfill({ status: 504, body: 'Gateway timeout' }),
    /504.*\/api\/portal\/letters/,
    'The server answered 504. “The one” may or may not have been saved.',
  ],
  [
    'is not as it should be',
    (route) =>
      route.fulfill({
        status: 422,
        json: { code: 'letter-invalid', detail: 'Not like this.', fields: { title: 'Too long.' } },
      }),
    /422.*\/api\/portal\/letters/,
    'Not like this. “The one” was not saved.',
  ],
] as const satisfies [string, (route: Route) => Promise<void>, RegExp, string][])
  test(`that one letter ${what} is not said of another that was begun meanwhile`, async ({
    page,
    site,
    trouble,
  }) => {
    trouble.expect(LOCKED, /console: The letter could not be saved/, failure);
    await site.send({ title: 'The one' });
    await site.send({ title: 'The other' });
    await beginEdit(page, 'The one');
    await field(page, 'content').fill('Words');
    // Otherwise this, and not the stream, may be what finds that the session has ended.
    await expect(draftStatus(page)).toHaveText('draft saved');
    const begun = Promise.withResolvers<void>();
    const lost = Promise.withResolvers<void>();
    await page.route('**/api/portal/letters/*', async (route) => {
      begun.resolve();
      await lost.promise;
      await answer(route);
    });
    await submitAndConfirm(page);
    await begun.promise;
    endSession(site);
    await unlock(page);
    await openManageTab(page);
    await action(page, 'edit', 'The other').click();
    await expect(field(page, 'title')).toHaveValue('The other');
    lost.resolve();
    await expect(adminDialog(page).getByRole('alert').filter({ hasText: /./ })).toHaveText(
      `${outcome} If it was kept as a draft, it will be offered once this form is empty.`,
    );
  });
