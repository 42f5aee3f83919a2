import type { Page } from '@playwright/test';
import { holdRequests } from './hold-requests.ts';
import { expect, test } from './journey.ts';
import {
  action,
  adminDialog,
  begin,
  draftStatus,
  field,
  openManageTab,
  unsavedQuestion,
} from './portal.ts';

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
