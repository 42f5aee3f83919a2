import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import {
  accessDialog,
  action,
  adminDialog,
  begin,
  beginEdit,
  confirm,
  enterPortal,
  field,
  openManageTab,
  openPortal,
  submit,
  unlock,
  write,
} from '../portal.ts';

test.use({ serviceWorkers: 'block' });

/** Faults between a page and its site that mend themselves. */

test('a stream that a proxy answers with an error is opened again', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/502/);
  await site.send({ title: 'Before', date: '2026-01-01' });
  let broken = true;
  await page.route('**/api/live*', (route) =>
    broken ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue(),
  );
  const refused = page.waitForResponse((response) => response.status() === 502);
  await page.goto('/');
  await refused;
  await site.send({ title: 'Meanwhile', date: '2026-01-02' });
  broken = false;
  await expect(page.locator('.envelope__title')).toHaveText(['Meanwhile', 'Before']);
});

test('a portal whose code cannot be loaded says so, and loads at the next press', async ({
  page,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED/, /console: The portal could not be loaded/);
  await page.route('**/assets/portal-*', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('button', { name: 'portal', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'The portal could not be loaded. Please try again, or reload the page.',
  );
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
  await page.unroute('**/assets/portal-*');
  await openPortal(page);
  // With everything that belongs to it, including what failed the first time.
  await expect(accessDialog(page)).toHaveCSS('position', 'fixed');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
});

test('a portal that loads slowly does not open over a letter that was opened meanwhile', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Meanwhile' });
  const release = await holdRequests(page, '**/assets/portal-*');
  await page.goto('/');
  const asked = page.waitForRequest('**/assets/portal-*.js');
  await page.getByRole('button', { name: 'portal', exact: true }).click();
  await page.getByRole('link', { name: 'Meanwhile' }).click();
  const card = page.getByRole('dialog', { name: 'Meanwhile' });
  await expect(card.getByRole('heading')).toBeFocused();
  release();
  // Until it is there, and React has rendered the result.
  await page.evaluate(async (address) => {
    await import(address);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }, (await asked).url());
  await expect(card.getByRole('heading')).toBeFocused();
  await expect(accessDialog(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await openPortal(page);
});

test('closing the portal during a login leaves no session behind', async ({ page, site }) => {
  await page.goto('/');
  await openPortal(page);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/session', async (route) => {
    if (route.request().method() === 'POST') await answer.promise;
    await route.continue();
  });
  await unlock(page);
  await page.keyboard.press('Escape');
  await expect(accessDialog(page)).toBeHidden();
  const ended = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().endsWith('/session'),
  );
  answer.resolve();
  expect((await ended).status()).toBe(204);
  const portal = await page.request.get(`${site.url}/api/portal/letters`);
  expect(portal.status()).toBe(401);
});

test('the menu does not cover a letter that Forward leads to', async ({ page, site }) => {
  const { id } = await site.send({ title: 'Read before' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Read before' }).click();
  const card = page.getByRole('dialog', { name: 'Read before' });
  await expect(card).toBeVisible();
  await expect(page).toHaveURL(`/letter/${id}`);
  await page.goBack();
  await expect(card).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await page.goForward();
  await expect(card).toBeVisible();
  await expect(menu).toBeHidden();
  await expect(card.getByRole('heading')).toBeFocused();
});

test('changes to a letter that is deleted while it is being edited can be sent as a new one', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Twice written', content: 'The same words.' });
  await beginEdit(page, 'Twice written');
  await expect(adminDialog(page)).toHaveAccessibleName('edit letter');
  await write(page, { content: 'The same words, and others.' });
  await openManageTab(page);
  await action(page, 'delete', 'Twice written').click();
  await confirm(page);
  await expect(page.getByText('No Letters Yet').last()).toBeVisible();
  await expect(adminDialog(page)).toHaveAccessibleName('admin portal');
  await page.getByRole('tab', { name: 'send letter' }).click();
  await expect(field(page, 'content')).toHaveValue('The same words, and others.');
});

test('a letter that is deleted while the form has it unchanged leaves the form, and no draft', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Regretted', content: 'Words to be gone.' });
  await beginEdit(page, 'Regretted');
  await expect(field(page, 'content')).toHaveValue('Words to be gone.');
  await openManageTab(page);
  await action(page, 'delete', 'Regretted').click();
  await confirm(page);
  await expect(page.getByText('No Letters Yet').last()).toBeVisible();
  await page.getByRole('tab', { name: 'send letter' }).click();
  await expect(field(page, 'content')).toHaveValue('');
  await page.getByRole('button', { name: 'Close portal' }).click();
  await expect(adminDialog(page)).toBeHidden();
  expect(await site.drafts()).toEqual([]);
});

test('an error of one edit is not shown for the next letter', async ({ page, site }) => {
  await site.send({ title: 'Half done' });
  await page.goto('/');
  await enterPortal(page);
  await page.getByRole('tab', { name: 'manage letters' }).click();
  await page.getByRole('button', { name: 'edit: Half done' }).click();
  await write(page, { title: '' });
  await submit(page);
  await expect(adminDialog(page).getByRole('alert')).toHaveText(
    'Please fill in title and content fields',
  );
  await expect(field(page, 'title')).toBeFocused();
  await page.getByRole('button', { name: 'Cancel Edit' }).click();
  await expect(adminDialog(page).getByRole('alert')).toBeEmpty();
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
});

test('an error that prevented sending is not shown for the next letter', async ({
  page,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED/, /console: The letter could not be saved/);
  await begin(page, { title: 'It may have gone', content: 'Words' });
  await page.route('**/api/portal/letters', (route) => route.abort());
  await submit(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  const said = adminDialog(page).getByRole('alert');
  await expect(said).toContainText('The letter may or may not have been saved.');
  await write(page, { title: '', content: '', date: '' });
  await write(page, { title: 'Another' });
  await expect(said).toBeEmpty();
});
