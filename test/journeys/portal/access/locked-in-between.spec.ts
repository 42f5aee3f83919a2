import { expect, test } from '../../journey.ts';
import {
  accessDialog,
  action,
  beginManaging,
  confirm,
  confirmDialog,
  draftStatus,
  endSession,
  enterPortalAndRest,
  field,
  openManageTab,
  unlock,
  withoutNews,
} from '../../portal.ts';
import { LOCKED } from '../../trouble.ts';

test('Escape closes a portal that was locked while an input method was at work', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOCKED);
  await page.goto('/');
  await enterPortalAndRest(page);
  await field(page, 'title').focus();
  const devtools = await page.context().newCDPSession(page);
  const proposal = { text: 'か', selectionStart: 1, selectionEnd: 1 };
  await devtools.send('Input.imeSetComposition', proposal);
  await expect(draftStatus(page)).toHaveText('draft saved');
  endSession(site);
  await expect(field(page, 'password')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(accessDialog(page)).toBeHidden();
});

test('an owner whose session ends before a letter is deleted is told that it was not', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/401.*\/api\/portal\/letters\//, /console: The letter could not be deleted/);
  await withoutNews(page);
  const letter = await site.send({ title: 'Still there' });
  await beginManaging(page);
  await action(page, 'delete', 'Still there').click();
  endSession(site);
  await confirm(page);
  await expect(accessDialog(page).getByRole('alert')).toHaveText(
    'The letter was not deleted: the portal was locked in the meantime.',
  );
  await expect(confirmDialog(page)).toBeHidden();
  await expect(field(page, 'password')).toBeFocused();
  expect(await site.stored(letter)).toMatchObject({ title: 'Still there' });
});

test('whoever was at the list of letters is there again after a lock, with the same search', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOCKED);
  for (const title of ['Rain', 'Other', 'More rain']) await site.send({ title });
  await beginManaging(page);
  const search = page.getByRole('searchbox', { name: 'Search letters' });
  await search.fill('rain');
  const found = page.getByRole('list', { name: 'Letters found' }).getByRole('listitem');
  await expect(found).toHaveCount(2);
  endSession(site);
  await unlock(page);
  await expect(search).toHaveValue('rain');
  await expect(found).toHaveCount(2);
  const tab = page.getByRole('tab', { name: 'manage letters' });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(tab).toBeFocused();
  // The keyboard goes on from there.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(field(page, 'title')).toBeVisible();
  await openManageTab(page);
  await search.press('Escape');
  await expect(page.getByText('All letters are listed again.')).toHaveAttribute('aria-live');
});
