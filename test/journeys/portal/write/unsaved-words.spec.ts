import type { Page } from '@playwright/test';
import { holdRequests } from '../../hold-requests.ts';
import { expect, test } from '../../journey.ts';
import {
  action,
  adminDialog,
  begin,
  draftStatus,
  enterPortal,
  enterPortalAndRest,
  field,
  openManageTab,
  unsavedQuestion,
  write,
} from '../../portal.ts';

const DRAFTS = '**/api/portal/drafts/**';

for (const [what, ask, done] of [
  [
    'closing the portal',
    (page) => page.keyboard.press('Escape'),
    (page) => expect(adminDialog(page)).toBeHidden(),
  ],
  [
    'editing another letter',
    async (page) => {
      await openManageTab(page);
      await action(page, 'edit', 'Sent long ago').click();
    },
    (page) => expect(field(page, 'title')).toHaveValue('Sent long ago'),
  ],
] as const satisfies [string, (page: Page) => Promise<void>, (page: Page) => Promise<void>][]) {
  test(`a question about ${what} with unsaved words closes by itself once they are saved`, async ({
    page,
    site,
    trouble,
  }) => {
    trouble.expect(/503.*\/api\/portal\/drafts/);
    await site.send({ title: 'Sent long ago' });
    await page.route(DRAFTS, (route) => route.fulfill({ status: 503, json: {} }));
    await begin(page, { title: 'Saved after all' });
    await expect(draftStatus(page)).toContainText('draft not saved');
    await ask(page);
    await expect(unsavedQuestion(page)).toContainText('your latest changes will be lost');
    await page.unroute(DRAFTS);
    await expect(unsavedQuestion(page)).toBeHidden();
    await done(page);
    expect(await site.drafts()).toMatchObject([{ title: 'Saved after all' }]);
  });
}

test('a portal that closes only once its words are saved shows that it waits for that', async ({
  page,
}) => {
  await begin(page, { title: 'On a slow network' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  const release = await holdRequests(page, DRAFTS);
  await page.keyboard.press('Escape');
  await expect(adminDialog(page).getByText('One moment...')).toBeVisible();
  release();
  await expect(adminDialog(page)).toBeHidden();
});

test('an owner who goes on to another letter is not told to wait once the words are saved', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Sent long ago' });
  await page.clock.install();
  await begin(page, { title: 'Saved at once' });
  await openManageTab(page);
  await action(page, 'edit', 'Sent long ago').click();
  await expect(field(page, 'title')).toHaveValue('Sent long ago');
  await page.clock.fastForward(1000);
  await expect(adminDialog(page).getByText('One moment...')).toHaveCount(0);
});

test('the owner may confirm closing the portal although the words cannot be saved', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED/);
  await page.clock.install();
  await page.goto('/');
  await enterPortal(page);
  await page.route(DRAFTS, (route) => route.abort());
  await write(page, { title: 'Not so important' });
  await page.keyboard.press('Escape');
  await unsavedQuestion(page).getByRole('button', { name: 'Close anyway' }).click();
  await expect(adminDialog(page)).toBeHidden();
  // Nor are they saved later, when somebody is in the portal again.
  await page.unroute(DRAFTS);
  await enterPortalAndRest(page);
  await page.clock.fastForward(15_000);
  await write(page, { title: 'Something else' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  expect(await site.drafts()).toMatchObject([{ title: 'Something else' }]);
});
