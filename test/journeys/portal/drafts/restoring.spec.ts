import { holdAnswer } from '../../hold-requests.ts';
import { expect, test } from '../../journey.ts';
import {
  action,
  adminDialog,
  begin,
  beginEdit,
  confirmDialog,
  die,
  discard,
  draftStatus,
  enterAndRestore,
  enterPortal,
  field,
  linkDialog,
  managed,
  openManageTab,
  openPortal,
  restoreOffer,
  submitAndConfirm,
  unlock,
  write,
} from '../../portal.ts';
import { LOCKED } from '../../trouble.ts';

test('several drafts are offered one after the other, to restore, discard or leave for later', async ({
  page,
  site,
}) => {
  await site.keepDraft({ title: 'The oldest', content: 'It waits.' });
  await site.keepDraft({ title: 'In between' });
  await site.keepDraft({ title: 'The newest' });
  await page.goto('/');
  await enterPortal(page);
  const button = (name: string) => restoreOffer(page).getByRole('button', { name });
  await expect(restoreOffer(page)).toContainText(
    /The newest.*Saved .*\. 2 more drafts are waiting\./,
  );
  // Nobody has to answer first.
  await expect(field(page, 'title')).toBeFocused();
  await discard(page);
  await expect(restoreOffer(page)).toContainText(/In between.*\. 1 more draft is waiting\./);
  await write(page, { title: 'Something else' });
  await expect(restoreOffer(page)).toBeHidden();
  await write(page, { title: '' });
  await expect(restoreOffer(page)).toContainText('In between');
  await openManageTab(page);
  await page.getByRole('tab', { name: 'send letter' }).click();
  await button('Later').click();
  await expect(restoreOffer(page)).toBeHidden();
  await expect(field(page, 'title')).toBeFocused();
  await page.keyboard.press('Escape');

  await openPortal(page);
  await unlock(page);
  await expect(restoreOffer(page)).toContainText('In between');
  await discard(page);
  await expect(restoreOffer(page)).toContainText(/The oldest.*It waits\./);
  await expect(restoreOffer(page)).not.toContainText('more');
  await button('Restore').click();
  await expect(field(page, 'title')).toHaveValue('The oldest');
  expect(await site.drafts()).toMatchObject([{ title: 'The oldest', content: 'It waits.' }]);
});

test('an offered draft can wait, and is discarded only after a confirmation', async ({
  page,
  site,
}) => {
  await site.keepDraft({ title: 'Not yet', content: 'The only copy.' });
  await page.goto('/');
  await enterPortal(page);
  const button = (name: string) => restoreOffer(page).getByRole('button', { name });
  await button('Discard').click();
  await expect(confirmDialog(page)).toContainText(/You cannot get these words back\..*Not yet/);
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(button('Discard')).toBeFocused();
  await button('Later').click();
  await expect(restoreOffer(page)).toBeHidden();
  await expect(field(page, 'title')).toBeFocused();
  expect(await site.drafts()).toMatchObject([{ title: 'Not yet', content: 'The only copy.' }]);
  await page.keyboard.press('Escape');

  await openPortal(page);
  await unlock(page);
  await discard(page);
  await expect(restoreOffer(page)).toBeHidden();
  await expect(field(page, 'title')).toBeFocused();
  expect(await site.drafts()).toEqual([]);
});

test('a draft that was saved long ago is offered without the hint that it may be open elsewhere', async ({
  page,
  site,
}) => {
  await site.keepDraft({ title: 'From this morning' });
  await page.clock.setFixedTime(Date.now() + 2 * 60 * 60 * 1000);
  await page.goto('/');
  await enterPortal(page);
  await expect(restoreOffer(page)).toContainText('From this morning');
  await expect(restoreOffer(page)).not.toContainText('elsewhere');
});

test('an interrupted edit is restored as an edit', async ({ page, site, newReader }) => {
  const { id } = await site.send({ title: 'As it was', signature: 'Mara' });
  site.database("UPDATE letters SET signature = 'xyz 123', version = 3");
  await beginEdit(page, 'As it was');
  await expect(draftStatus(page)).toHaveText('');
  await write(page, { title: 'As it should be' });
  await page.reload();
  const later = await newReader();
  await later.goto('/');
  await enterPortal(later);
  await expect(restoreOffer(later)).toContainText('Edit of a sent letter');
  await restoreOffer(later).getByRole('button', { name: 'Restore' }).click();
  await expect(later.getByRole('dialog', { name: 'edit letter' })).toBeVisible();
  // The signature that the letter already has is accepted.
  await submitAndConfirm(later);
  await expect(linkDialog(later).getByRole('textbox')).toHaveValue(`${site.url}/letter/${id}`);
  await expect.poll(() => site.drafts()).toEqual([]);
  expect(await site.listed()).toMatchObject([{ id, title: 'As it should be' }]);
});

test('an edit can be restored while its letter cannot be fetched, and the server checks its signature', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/422.*\/api\/portal\/letters/, /console: The letter could not be saved/);
  const { id } = await site.send({ title: 'As it was', signature: 'Mara' });
  const draft = { content: 'Words', editing: { id, version: 1 } };
  await site.keepDraft({ ...draft, title: 'Signed by nobody', signature: 'test123' });
  await page.route(`**/api/portal/letters/${id}`, (route) =>
    route.request().method() === 'GET' ? Promise.resolve() : route.continue(),
  );
  await enterAndRestore(page);
  await expect(field(page, 'title')).toHaveValue('Signed by nobody');
  await submitAndConfirm(page);
  const warning = page.getByRole('alertdialog', { name: 'Signature Warning' });
  await warning.getByRole('button').click();
  await expect(field(page, 'signature')).toBeFocused();
  await expect(field(page, 'signature')).toHaveAccessibleDescription(
    'This does not look like a name.',
  );
  await write(page, { signature: '' });
  await submitAndConfirm(page);
  await expect(linkDialog(page)).toBeVisible();
});

test('after another letter was edited, the unsent one is offered again', async ({ page, site }) => {
  await site.send({ title: 'Sent long ago' });
  await begin(page, { title: 'Half a letter', hidden: true });
  await openManageTab(page);
  await action(page, 'edit', 'Sent long ago').click();
  await expect(field(page, 'title')).toHaveValue('Sent long ago');
  await write(page, { title: 'Another idea' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  expect((await site.drafts()).map(({ title }) => title)).toEqual([
    'Another idea',
    'Half a letter',
  ]);
  await page.getByRole('button', { name: 'Cancel Edit' }).click();
  await expect(restoreOffer(page)).toContainText('Half a letter');
  await restoreOffer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(field(page, 'title')).toHaveValue('Half a letter');
  await expect(field(page, 'hidden')).toBeChecked();
  // Meanwhile the draft of the edit is deleted.
  await expect.poll(() => site.drafts()).toMatchObject([{ title: 'Half a letter' }]);
});

test('a letter whose answer was lost with the browser is restored, and stored once when it is sent again', async ({
  page,
  site,
  newReader,
}) => {
  await begin(page, { title: 'Only once', content: 'Words' });
  const { answered } = await holdAnswer(page, /\/api\/portal\/letters$/);
  await submitAndConfirm(page);
  await answered;
  await die(page);
  await expect.poll(async () => (await site.drafts())[0]?.key).toBeTruthy();
  const later = await newReader();
  await enterAndRestore(later);
  await openManageTab(later);
  await expect(managed(later, 'Only once')).toHaveCount(1);
  await later.getByRole('tab', { name: 'send letter' }).click();
  await submitAndConfirm(later);
  await expect(linkDialog(later)).toBeVisible();
  expect(await site.listed()).toMatchObject([{ title: 'Only once' }]);
  await expect.poll(() => site.drafts()).toEqual([]);
});

test('drafts that arrive late, or fail to load, do not affect what is written meanwhile', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/503.*\/api\/portal\/drafts/);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/portal/drafts', async (route) => {
    await held.promise;
    await route.fulfill({ status: 503, json: {} });
  });
  await page.clock.install();
  await begin(page, { title: 'At stake' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  const failed = page.waitForResponse((response) => response.status() === 503);
  held.resolve();
  await (await failed).finished();
  // Long after they would have been requested again. In one step: a second one would end what the first has the
  // page ask for, since no heartbeat came either.
  await page.clock.fastForward(180_000);
  await expect(draftStatus(page)).toHaveText('draft saved');
  await page.getByRole('button', { name: 'Close portal' }).click();
  await expect(adminDialog(page)).toBeHidden();
  expect(await site.drafts()).toMatchObject([{ title: 'At stake' }]);
});

for (const what of ['offered', 'about to be discarded'])
  test(`when the portal is locked while a draft is ${what}, the password gets the focus`, async ({
    page,
    site,
    trouble,
  }) => {
    trouble.expect(LOCKED);
    await site.keepDraft({ title: 'Not yet' });
    await page.goto('/');
    await enterPortal(page);
    await expect(restoreOffer(page)).toBeVisible();
    if (what !== 'offered') {
      await restoreOffer(page).getByRole('button', { name: 'Discard' }).click();
      await expect(confirmDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    }
    // As another tab does.
    await page.evaluate(() => fetch('/api/session', { method: 'DELETE' }));
    await expect(field(page, 'password')).toBeFocused();
  });
