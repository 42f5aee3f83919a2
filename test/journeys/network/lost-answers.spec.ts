import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import {
  accessDialog,
  action,
  adminDialog,
  begin,
  beginManaging,
  confirm,
  confirmDialog,
  field,
  linkDialog,
  managed,
  openPortal,
  submitAndConfirm,
  unlock,
} from '../portal.ts';

/** What the owner asks for is done, but no answer ever comes. */

const LETTERS = '**/api/portal/letters';
const LETTER = '**/api/portal/letters/*';
const UNCERTAIN = 'The site did not answer. The letter may or may not have been saved.';

/** Holds back the site's answers. @returns waits until there is one, and then until the portal gives up */
async function keepBack(page: Page, path: string, method: string): Promise<() => Promise<void>> {
  const done = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.continue();
    await route.fetch();
    done.resolve();
  });
  return async () => {
    await done.promise;
    await page.clock.fastForward(60_000);
    await page.unroute(path);
  };
}

test('a letter without an answer may have been saved, and is stored once when it is sent again', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/console: The letter could not be saved/);
  await page.clock.install();
  await begin(page, { title: 'Over the hills', content: 'Words' });
  const giveUp = await keepBack(page, LETTERS, 'POST');
  await submitAndConfirm(page);
  await giveUp();
  await expect(page.getByRole('alert').filter({ hasText: UNCERTAIN })).toBeVisible();
  await expect(confirmDialog(page)).toBeHidden();
  await expect(field(page, 'title')).toHaveValue('Over the hills');
  await expect(field(page, 'content')).toHaveValue('Words');
  // A slip of a key, taken back, and a date that was filled in: these are the same words again.
  for (const key of ['x', 'Backspace']) await field(page, 'content').press(key);
  await field(page, 'date').fill('');
  await submitAndConfirm(page);
  await expect(linkDialog(page)).toBeVisible();
  expect(await site.listed()).toMatchObject([{ title: 'Over the hills' }]);
});

test('a deletion without an answer can be repeated', async ({ page, site, trouble }) => {
  trouble.expect(/console: The letter could not be deleted/, /404.*\/api\/portal\/letters/);
  await site.send({ title: 'Gone by now' });
  await page.clock.install();
  await beginManaging(page);
  const giveUp = await keepBack(page, LETTER, 'DELETE');
  await action(page, 'delete', 'Gone by now').click();
  await confirm(page);
  await giveUp();
  await expect(confirmDialog(page)).toBeHidden();
  await action(page, 'delete', 'Gone by now').click();
  await confirm(page);
  // Behind the question, nothing of the list would be found.
  await expect(confirmDialog(page)).toBeHidden();
  await expect(managed(page, 'Gone by now')).toHaveCount(0);
});

test('a login without an answer can be repeated', async ({ page, trouble }) => {
  trouble.expect(/console: The portal could not be unlocked/);
  await page.clock.install();
  await page.goto('/');
  await openPortal(page);
  const giveUp = await keepBack(page, '**/api/session', 'POST');
  await unlock(page);
  await giveUp();
  await expect(accessDialog(page).getByRole('alert')).toHaveText('Authentication error');
  await unlock(page);
  await expect(adminDialog(page)).toBeVisible();
});
