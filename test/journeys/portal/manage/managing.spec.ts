import { holdRequests } from '../../hold-requests.ts';
import { expect, test } from '../../journey.ts';
import {
  action,
  adminDialog,
  beginEdit,
  beginManaging,
  closeLink,
  confirm,
  confirmDialog,
  draftStatus,
  enterPortal,
  field,
  linkDialog,
  listStatus,
  managed,
  openManageTab,
  submit,
  write,
} from '../../portal.ts';

test('the manage tab lists all letters, hidden ones too, newest first', async ({ page, site }) => {
  await site.send({ title: 'Middle', date: '2026-05-05', hidden: true });
  await site.send({ title: 'Oldest', date: '2025-01-01' });
  await site.send({ title: 'Newest', date: '2026-11-01' });
  await beginManaging(page);
  const letters = page.getByRole('list', { name: 'All letters' }).getByRole('listitem');
  await expect(letters).toHaveText([
    /Newest.*November 1, 2026/,
    /Middle.*May 5, 2026 hidden/,
    /Oldest.*January 1, 2025/,
  ]);
  await expect(letters.first()).not.toContainText('hidden');
  await expect(letters.first().getByRole('button')).toHaveText(['edit', 'share', 'delete', '']);
});

test('an unreadable date is shown as Invalid date in the list', async ({ page, site }) => {
  await site.send({ title: 'Undated' });
  await site.send({ title: 'Unreadable' });
  site.database(`UPDATE letters SET date = 'sometime in spring' WHERE title = 'Unreadable';
    UPDATE letters SET date = NULL WHERE title = 'Undated'`);
  await beginManaging(page);
  await expect(managed(page, 'Unreadable')).toContainText('Invalid date');
  await expect(managed(page, 'Undated')).toContainText('No date');
  await action(page, 'edit', 'Unreadable').click();
  await expect(field(page, 'date')).toHaveValue('');
});

test('edit fills the form, and titles and tabs say that a letter is being edited', async ({
  page,
  site,
}) => {
  const letter = {
    title: 'As it was',
    date: '2026-02-03',
    content: 'One line.\n\nAnother.',
    signature: 'Tante Zoé Marchand',
    hidden: true,
  };
  await site.send(letter);
  await beginEdit(page, 'As it was');

  await expect(page.getByRole('dialog', { name: 'edit letter' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['edit letter', 'manage letters']);
  await expect(page.getByRole('tab', { name: 'edit letter' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  for (const name of ['title', 'date', 'content', 'signature'] as const) {
    await expect(field(page, name)).toHaveValue(letter[name]);
  }
  await expect(field(page, 'hidden')).toBeChecked();

  await page.getByRole('button', { name: 'Cancel Edit', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'admin portal' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['send letter', 'manage letters']);
  await expect(field(page, 'title')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Cancel Edit' })).toBeHidden();
  for (const name of ['title', 'date', 'content', 'signature']) {
    await expect(field(page, name)).toHaveValue('');
  }
  await expect(field(page, 'hidden')).not.toBeChecked();
});

test('the buttons of an edit share a line, and the form stays as it is at the first key', async ({
  page,
  site,
}) => {
  await site.send({ title: 'On the train' });
  await beginEdit(page, 'On the train');
  const buttons = ['Cancel Edit', 'update letter'].map((name) =>
    page.getByRole('button', { name }),
  );
  const places = () => Promise.all(buttons.map((button) => button.boundingBox()));
  const form = page.locator('.write');
  await page.setViewportSize({ width: 360, height: 640 });
  const before = [await places(), await form.boundingBox()];
  await write(page, { content: 'Other words' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  expect([await places(), await form.boundingBox()]).toEqual(before);
  await write(page, { title: '' });
  await submit(page);
  for (const width of [360, 480, 720, 768]) {
    await page.setViewportSize({ width, height: 640 });
    const [cancel, update] = await places();
    expect(cancel?.y, `${width}`).toBe(update?.y);
  }
});

test('an edit asks to update, says updating while it saves, and changes what readers see', async ({
  page,
  site,
  newReader,
}) => {
  const letter = await site.send({ title: 'Frist draft', date: '2026-02-03' });
  const reader = await newReader();
  await reader.goto('/');
  await beginEdit(page, 'Frist draft');
  await write(page, { title: 'First draft' });
  await submit(page);
  await expect(
    confirmDialog(page).getByText('Are you sure you want to update this letter?', { exact: true }),
  ).toBeVisible();
  const release = await holdRequests(page, '**/api/portal/letters/*');
  await confirm(page);
  await expect(confirmDialog(page).getByRole('button', { name: 'Confirm' })).toBeDisabled();
  await expect(page.locator('button[type=submit]')).toHaveText('updating...');
  await expect(page.locator('button[type=submit]')).toBeDisabled();
  release();

  await expect(linkDialog(page).getByRole('textbox')).toHaveValue(
    `${site.url}/letter/${letter.id}`,
  );
  await closeLink(page);
  await expect(adminDialog(page)).toBeHidden();
  for (const person of [page, reader]) {
    await expect(person.getByRole('link', { name: 'First draft' })).toBeVisible();
    await expect(person.getByRole('link', { name: 'Frist draft' })).toHaveCount(0);
  }
  // An update changes the words, but not the place in the list.
  expect((await (await fetch(`${site.url}/api/letters/${letter.id}`)).json()).createdAt).toBe(
    letter.createdAt,
  );
});

test("a letter's own unusual signature is accepted when the letter is edited", async ({
  page,
  site,
}) => {
  await site.send({ title: 'Signed oddly', signature: 'Mara' });
  // With a direction mark, which cannot be seen, as other programs leave it.
  site.database("UPDATE letters SET signature = 'xyz 123' || char(8206)");
  await beginEdit(page, 'Signed oddly');
  await submit(page);
  await expect(confirmDialog(page)).toBeVisible();
});

test('a letter is deleted only after a confirmation, and disappears everywhere', async ({
  page,
  site,
  newReader,
}) => {
  await site.send({ title: 'It stays' });
  const letter = await site.send({ title: 'It goes' });
  const reader = await newReader();
  await reader.goto('/');
  await beginManaging(page);
  const remove = action(page, 'delete', 'It goes');
  await remove.click();
  await expect(
    confirmDialog(page).getByText(
      'Are you sure you want to delete this letter? This action cannot be undone.',
      { exact: true },
    ),
  ).toBeVisible();
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(managed(page, 'It goes')).toBeVisible();
  await expect(reader.getByRole('link', { name: 'It goes' })).toBeVisible();

  const release = await holdRequests(page, '**/api/portal/letters/*');
  await remove.click();
  await confirm(page);
  for (const button of await confirmDialog(page).getByRole('button').all()) {
    await expect(button).toBeDisabled();
  }
  release();
  await expect(confirmDialog(page)).toBeHidden();
  await expect(managed(page, 'It goes')).toHaveCount(0);
  await expect(managed(page, 'It stays')).toBeVisible();
  await expect(reader.getByRole('link', { name: 'It goes' })).toHaveCount(0);
  expect((await fetch(`${site.url}/letter/${letter.id}`)).status).toBe(404);
});

test('a deletion that fails is logged, shows no message, and deletes nothing', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED/, /console: The letter could not be deleted/);
  await site.send({ title: 'It stays' });
  await beginManaging(page);
  await page.route('**/api/portal/letters/*', (route) => route.abort());
  await action(page, 'delete', 'It stays').click();
  await confirm(page);
  await expect(confirmDialog(page)).toBeHidden();
  await expect(managed(page, 'It stays')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
});

test('an error in loading the list of letters is only logged', async ({ page, trouble }) => {
  trouble.expect(/ERR_FAILED/, /console: The letters could not be loaded/);
  await page.goto('/');
  await enterPortal(page);
  await page.route('**/api/portal/letters*', (route) => route.abort());
  // Not the browser's own line about the request, which comes first.
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('The letters could not be loaded'),
  );
  await openManageTab(page);
  await logged;
  await expect(listStatus(page)).toHaveText('Loading letters...');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
});

test('the home page reloads its list after a change, even without a live event', async ({
  page,
  site,
}) => {
  await site.send({ title: 'It goes' });
  await page.route('**/api/live*', (route) => route.fulfill({ contentType: 'text/event-stream' }));
  await beginManaging(page);
  await action(page, 'delete', 'It goes').click();
  await confirm(page);
  await expect(page.getByText('No Letters Yet').first()).toBeAttached();
  await expect(page.locator('main .envelope')).toHaveCount(0);
});

test('behind a question or a link, a screen reader finds no list', async ({ page, site }) => {
  await site.send({ title: 'Behind' });
  await beginManaging(page);
  const found = page.getByRole('button');
  await action(page, 'delete', 'Behind').click();
  await expect(confirmDialog(page)).toBeVisible();
  await expect(found).toHaveText(['Cancel', 'Confirm']);
  await page.keyboard.press('Escape');
  await expect(confirmDialog(page)).toBeHidden();
  await action(page, 'QR code', 'Behind').click();
  await expect(linkDialog(page)).toBeVisible();
  await expect(found).toHaveText(['Cancel', 'Copy Link']);
});
