import { expect, test } from './journey.ts';
import {
  action,
  adminDialog,
  confirm,
  enterPortal,
  linkDialog,
  managed,
  openManageTab,
} from './portal.ts';

test('letters are found while one types, in any script, and the list is as it was afterwards', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Été à Évian', hidden: true });
  const { id } = await site.send({ title: '港の手紙', content: 'Words' });
  for (const title of ['One', 'Two', 'Three']) await site.send({ title });
  await page.goto('/');
  await enterPortal(page);
  await openManageTab(page);
  const search = page.getByRole('searchbox', { name: 'Search letters' });
  const status = adminDialog(page).getByRole('status');
  const found = page.getByRole('list', { name: 'Letters found' }).getByRole('listitem');
  await search.fill('evian ');
  await expect(status).toHaveText('1 letter found');
  await expect(found).toHaveText([/Été à Évian.*hidden/]);
  await search.fill('の手');
  await expect(found).toHaveText([/港の手紙/]);
  await page.getByRole('button', { name: 'QR code: 港の手紙' }).click();
  await expect(linkDialog(page).getByRole('textbox')).toHaveValue(`${site.url}/letter/${id}`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'QR code: 港の手紙' })).toBeFocused();
  await search.fill('nowhere');
  await expect(status).toHaveText('No letter has “nowhere” in it.');
  await search.press('Escape');
  await expect(search).toHaveValue('');
  await expect(status).toHaveText('');

  // What follows a letter that was deleted is next under the hand.
  await action(page, 'delete', 'Two').click();
  await confirm(page);
  await expect(action(page, 'delete', 'One')).toBeFocused();
  await expect(managed(page, 'Two')).toHaveCount(0);
});
