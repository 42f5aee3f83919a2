import { expect, test } from './journey.ts';
import {
  action,
  beginEdit,
  closeLink,
  discard,
  draftStatus,
  enterPortal,
  field,
  openManageTab,
  restoreDialog,
  send,
  unsavedQuestion,
  write,
} from './portal.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('after the last draft was discarded, the focus goes to the form and not behind the portal', async ({
  page,
  site,
}) => {
  await site.keepDraft({ title: 'Not needed', content: 'The only copy.' });
  await page.goto('/');
  await enterPortal(page);
  await discard(page);
  await expect(restoreDialog(page)).toBeHidden();
  await expect(field(page, 'title')).toBeFocused();
});

for (const way of ['the link of a sent letter', 'a question about unsaved words']) {
  test(`a letter that Forward leads to keeps the focus when the portal is closed from ${way}`, async ({
    page,
    site,
    trouble,
  }) => {
    await site.send({ title: 'Read before', content: 'Read me.' });
    await page.goto('/');
    await page.getByRole('link', { name: 'Read before' }).click();
    await expect(page).toHaveURL(/\/letter\//);
    await page.goBack();
    await expect(page).toHaveURL('/');
    await enterPortal(page);
    const sent = way.startsWith('the link');
    if (sent) await send(page, { title: 'Off it goes', content: 'Words' });
    else {
      trouble.expect(/ERR_FAILED.*drafts/);
      await page.route('**/api/portal/drafts/**', (route) => route.abort());
      await write(page, { title: 'Unsaved' });
      await expect(draftStatus(page)).toContainText('draft not saved');
      await page.getByRole('button', { name: 'Close portal' }).click();
      await expect(unsavedQuestion(page)).toBeVisible();
    }
    await page.goForward();
    await expect(page).toHaveURL(/\/letter\//);
    if (sent) await closeLink(page);
    else await page.getByRole('button', { name: 'Close anyway' }).click();
    const card = page.getByRole('dialog', { name: 'Read before' });
    await expect(page.locator('html')).toHaveAttribute('data-covered');
    await expect(card.getByRole('heading')).toBeFocused();
  });
}

test('another letter that is edited in spite of unsaved words has the focus on its title', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED.*drafts/);
  await site.send({ title: 'The first' });
  await site.send({ title: 'The second' });
  await page.route('**/api/portal/drafts/**', (route) => route.abort());
  await beginEdit(page, 'The first');
  await write(page, { title: 'Changed' });
  await expect(draftStatus(page)).toContainText('draft not saved');
  await openManageTab(page);
  await action(page, 'edit', 'The second').click();
  await page.getByRole('button', { name: 'Edit anyway' }).click();
  await expect(field(page, 'title')).toHaveValue('The second');
  await expect(unsavedQuestion(page)).toHaveCount(0);
  await expect(field(page, 'title')).toBeFocused();
});
