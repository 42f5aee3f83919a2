import type { Route } from '@playwright/test';
import type { LetterJson } from '#core/letter.ts';
import { holdAnswer } from '../../hold-requests.ts';
import { expect, test } from '../../journey.ts';
import {
  action,
  adminDialog,
  beginEdit,
  beginManaging,
  confirm,
  confirmDialog,
  draftStatus,
  endSession,
  field,
  managed,
  openManageTab,
  unlock,
} from '../../portal.ts';
import { LOCKED, LOST_RACE } from '../../trouble.ts';

test('a letter that was changed elsewhere is deleted only after a second question', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOST_RACE);
  const letter = await site.send({ title: 'As it was' });
  await beginManaging(page);
  await action(page, 'delete', 'As it was').click();
  await site.update(letter, { title: 'As it is' });
  await confirm(page);
  await expect(confirmDialog(page).getByRole('alert')).toContainText('changed elsewhere');
  await expect(confirmDialog(page)).toContainText('As it is');
  await expect(confirmDialog(page)).not.toContainText('As it was');
  expect(await site.stored(letter)).toMatchObject({ title: 'As it is', version: 2 });
  const cancel = confirmDialog(page).getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeFocused();
  await cancel.click();
  await action(page, 'delete', 'As it is').click();
  await expect(confirmDialog(page).getByRole('alert')).toHaveCount(0);
  await confirm(page);
  // Behind the question, nothing of the list would be found.
  await expect(confirmDialog(page)).toBeHidden();
  await expect(managed(page, 'As it')).toHaveCount(0);
});

test('far down the list, too, a letter that was changed elsewhere can be looked at then', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOST_RACE);
  const letter = await site.send({ title: 'As it was', date: '2001-01-01' });
  // More than are asked for at once.
  for (let nth = 0; nth < 120; nth += 1) await site.send({ title: `Newer ${nth}` });
  await beginManaging(page);
  await expect(async () => {
    await managed(page, /./).last().scrollIntoViewIfNeeded();
    await expect(managed(page, 'As it was')).toBeVisible({ timeout: 100 });
  }).toPass();
  await action(page, 'delete', 'As it was').click();
  await site.update(letter, { title: 'As it is' });
  await confirm(page);
  await expect(confirmDialog(page)).toContainText('As it is');
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await action(page, 'edit', 'As it is').click();
  await expect(field(page, 'title')).toHaveValue('As it is');
});

test('deleting a letter that another tab deleted first removes it from the list', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/404.*\/api\/portal\/letters/);
  const letter = await site.send({ title: 'Deleted twice' });
  await site.send({ title: 'It stays' });
  await beginManaging(page);
  await expect(managed(page, 'Deleted twice')).toBeVisible();
  await site.delete(letter);
  await action(page, 'delete', 'Deleted twice').click();
  await confirm(page);
  // Behind the question, nothing of the list would be found.
  await expect(managed(page, 'It stays')).toBeVisible();
  await expect(managed(page, 'Deleted twice')).toHaveCount(0);
});

test('a letter that is changed elsewhere, and then deleted before it is looked at, leaves the list', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/(404|409).*\/api\/portal\/letters/);
  const letter = await site.send({ title: 'Changed and deleted' });
  await site.send({ title: 'It stays' });
  await beginManaging(page);
  await action(page, 'delete', 'Changed and deleted').click();
  await site.update(letter, { title: 'Changed' });
  // Between the refusal and the question what the letter is now.
  await page.route(`**/api/portal/letters/${letter.id}`, async (route) => {
    if (route.request().method() === 'GET') await site.delete(letter);
    await route.continue();
  });
  await confirm(page);
  await expect(confirmDialog(page)).toHaveCount(0);
  await expect(managed(page, 'It stays')).toBeVisible();
  await expect(managed(page, 'hanged')).toHaveCount(0);
});

for (const [deleted, elsewhere, nearest] of [
  ['Thursday', 'Wednesday', 'Tuesday'],
  ['Wednesday', 'Tuesday', 'Thursday'],
] as const) {
  test(`when ${elsewhere} was deleted elsewhere, the focus goes from ${deleted} to ${nearest}`, async ({
    page,
    site,
  }) => {
    const sent: Record<string, LetterJson> = {};
    for (const title of ['Tuesday', 'Wednesday', 'Thursday', 'Friday'])
      sent[title] = await site.send({ title });
    await beginManaging(page);
    await action(page, 'delete', deleted).click();
    await site.delete(sent[elsewhere] as LetterJson);
    await confirm(page);
    await expect(managed(page, /./)).toHaveCount(2);
    await expect(confirmDialog(page)).toHaveCount(0);
    await expect(action(page, 'delete', nearest)).toBeFocused();
    // It stays with a letter that is not deleted after all.
    await action(page, 'delete', 'Friday').click();
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(action(page, 'delete', 'Friday')).toBeFocused();
  });
}

test('what was found is looked up again when its tab comes to the front', async ({
  page,
  site,
}) => {
  const changed = await site.send({ title: 'Rain, as it was' });
  const deleted = await site.send({ title: 'Rain, deleted' });
  await beginManaging(page);
  await field(page, 'q').fill('rain');
  const found = page.getByRole('list', { name: 'Letters found' }).getByRole('listitem');
  await expect(found).toHaveText([/deleted/, /as it was/]);
  await page.getByRole('tab', { name: 'send letter' }).click();
  await site.delete(deleted);
  await site.update(changed, { title: 'Rain, as it is', hidden: true });
  await openManageTab(page);
  await expect(found).toHaveText([/as it is.*hidden/]);
});

test('the list is brought up to date with its window, so that nobody edits an old version', async ({
  page,
  site,
}) => {
  const changed = await site.send({ title: 'As it was' });
  const deleted = await site.send({ title: 'Deleted' });
  await beginManaging(page);
  await expect(managed(page, /./)).toHaveText([/Deleted/, /As it was/]);
  await site.update(changed, { title: 'As it is' });
  await site.delete(deleted);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(managed(page, /./)).toHaveText([/As it is/]);
});

test('the list is brought up to date even if the network comes back only after its window', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/console: The letters could not be loaded/, /ERR_INTERNET_DISCONNECTED/);
  const changed = await site.send({ title: 'As it was' });
  await beginManaging(page);
  await expect(managed(page, /./)).toHaveText([/As it was/]);
  await site.update(changed, { title: 'As it is' });
  // Not by setOffline: a request right after it may still get through.
  const cut = (route: Route) => route.abort('internetdisconnected');
  await page.route('**/api/portal/letters?*', cut);
  const failed = page.waitForEvent('requestfailed', (one) =>
    one.url().includes('/api/portal/letters'),
  );
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await failed;
  await page.unroute('**/api/portal/letters?*', cut);
  await expect(managed(page, /./)).toHaveText([/As it is/]);
});

test('a list that comes only once its tab was left is read again when that comes to the front', async ({
  page,
  site,
}) => {
  const changed = await site.send({ title: 'As it was' });
  await beginManaging(page);
  await expect(managed(page, /./)).toHaveText([/As it was/]);
  const lists = /\/api\/portal\/letters\?/;
  const { answered, release } = await holdAnswer(page, lists);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await answered;
  await page.getByRole('tab', { name: 'send letter' }).click();
  const late = page.waitForResponse(lists);
  release();
  await (await late).finished();
  await site.update(changed, { title: 'As it is' });
  await openManageTab(page);
  await expect(managed(page, /./)).toHaveText([/As it is/]);
});

test('an edit that begins while the letter edited before is being deleted stays an edit', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOCKED);
  for (const title of ['Doomed', 'To be edited']) await site.send({ title });
  await beginEdit(page, 'Doomed');
  await field(page, 'content').fill('Changed in vain');
  await expect(draftStatus(page)).toHaveText('draft saved');
  await openManageTab(page);
  const deletion = await holdAnswer(page, /\/api\/portal\/letters\/\w+$/);
  await action(page, 'delete', 'Doomed').click();
  await confirm(page);
  await deletion.answered;
  // Otherwise the question covers all other letters until the answer has come.
  endSession(site);
  await unlock(page);
  await action(page, 'edit', 'To be edited').click();
  await expect(field(page, 'title')).toHaveValue('To be edited');
  const told = page.waitForEvent('requestfinished', (one) => one.method() === 'DELETE');
  deletion.release();
  await told;
  await page.waitForTimeout(300);
  await expect(adminDialog(page)).toHaveAccessibleName('edit letter');
  await expect(page.getByRole('button', { name: 'update letter' })).toBeVisible();
});
