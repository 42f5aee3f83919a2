import { expect, test } from '../../journey.ts';
import {
  accessDialog,
  action,
  begin,
  beginEdit,
  confirm,
  confirmDialog,
  draftStatus,
  endSession,
  enterPortal,
  field,
  linkDialog,
  openManageTab,
  submit,
  submitAndConfirm,
  unlock,
  withoutNews,
  write,
} from '../../portal.ts';
import { LOCKED } from '../../trouble.ts';

const WORDS = {
  title: 'Hard to finish',
  content: 'An hour of work.\nAnd another.',
  date: '2026-03-04',
};

test('a letter that cannot be saved keeps its words, and a retry sends it once', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED/, /console: The letter could not be saved/);
  await begin(page, WORDS);
  // The letter arrives at the server; its answer is lost on the way back.
  await page.route('**/api/portal/letters', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submitAndConfirm(page);
  await expect(
    page.getByRole('alert').filter({ hasText: 'The letter may or may not have been saved.' }),
  ).toBeVisible();
  await expect(confirmDialog(page)).toBeHidden();
  await expect(linkDialog(page)).toBeHidden();
  for (const [name, text] of Object.entries(WORDS)) {
    await expect(field(page, name)).toHaveValue(text);
  }
  await page.unroute('**/api/portal/letters');
  await submitAndConfirm(page);
  await expect(linkDialog(page)).toBeVisible();
  expect(await site.listed()).toMatchObject([{ title: WORDS.title }]);
});

test('when the session has ended, the password is asked for again and the words are kept', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/401.*\/api\/portal\/letters/, /console: The letter could not be saved/);
  trouble.allow(/401.*\/api\/portal\/drafts/);
  await withoutNews(page);
  await begin(page, { ...WORDS, signature: 'Mara', hidden: true });
  await expect(draftStatus(page)).toHaveText('draft saved');
  endSession(site);
  await submitAndConfirm(page);
  await expect(accessDialog(page).getByRole('alert')).toContainText('The letter was not saved');
  await expect(field(page, 'password')).toBeFocused();
  await expect(page.getByText(WORDS.title)).toBeHidden();
  await unlock(page);
  for (const [name, text] of Object.entries({ ...WORDS, signature: 'Mara' })) {
    await expect(field(page, name)).toHaveValue(text);
  }
  await expect(field(page, 'hidden')).toBeChecked();
  await submitAndConfirm(page);
  await expect(linkDialog(page)).toBeVisible();
});

test('after a look at the list of letters, the owner returns to the place in the text', async ({
  page,
  site,
}) => {
  await site.send({ title: 'A long one', content: 'Line by line.\n'.repeat(100) });
  await beginEdit(page, 'A long one');
  const content = field(page, 'content');
  await content.focus();
  await page.keyboard.press('Control+Home');
  for (let line = 0; line < 40; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Unsure. ');
  const place = () =>
    content.evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.scrollTop]);
  const before = await place();
  await openManageTab(page);
  // In a field without a box, Firefox forgets what can be undone.
  expect(await content.evaluate((area) => area.getClientRects().length)).toBe(1);
  await page.getByRole('tab', { name: 'edit letter' }).click();
  expect(await place()).toEqual(before);
  await openManageTab(page);
  await action(page, 'edit', 'A long one').click();
  await expect(content).toBeFocused();
  expect(await place()).toEqual(before);
  await expect(content).toHaveValue(/Unsure\. /);
  await page.keyboard.press('Control+Z');
  await expect(content).not.toHaveValue(/Unsure\. /);
});

test('an edit of which no word is left is not kept as a draft of who knows what', async ({
  page,
  site,
}) => {
  const letter = await site.send({ title: 'As it was' });
  await beginEdit(page, 'As it was');
  await write(page, { title: 'As it might be' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  await write(page, { title: '', content: '', signature: ' ' });
  await expect.poll(() => site.drafts()).toEqual([]);
  await expect(draftStatus(page)).toHaveText('');
  await write(page, { title: 'As it is' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  expect(await site.drafts()).toMatchObject([{ title: 'As it is', editing: { id: letter.id } }]);
});

test('after a lock the cursor returns to its place in the text, and not to the title', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOCKED);
  await begin(page, { ...WORDS, content: 'Bring a lp.' });
  const content = field(page, 'content');
  await content.focus();
  for (const key of ['End', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await expect(draftStatus(page)).toHaveText('draft saved');
  endSession(site);
  await expect(field(page, 'password')).toBeFocused();
  await expect(field(page, 'password')).not.toHaveAttribute('aria-invalid');
  await unlock(page);
  await expect(draftStatus(page)).toHaveText('draft saved');
  await expect(content).toBeFocused();
  await page.keyboard.type('am');
  await expect(content).toHaveValue('Bring a lamp.');
});

test('an edit continues as an edit after the session has ended', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/401.*\/api\/portal\/letters/, /console: The letter could not be saved/);
  trouble.allow(/401.*\/api\/portal\/drafts/);
  await site.send({ title: 'Before' });
  await withoutNews(page);
  await beginEdit(page, 'Before');
  await write(page, { title: 'After' });
  await expect(draftStatus(page)).toHaveText('draft saved');
  endSession(site);
  await submitAndConfirm(page);
  await unlock(page);
  await expect(page.getByRole('dialog', { name: 'edit letter' })).toBeVisible();
  await expect(field(page, 'title')).toHaveValue('After');
  await submit(page);
  await expect(confirmDialog(page)).toContainText('update this letter?');
  await confirm(page);
  const home = page.locator('main');
  await expect(home.getByRole('link', { name: 'After', includeHidden: true })).toHaveCount(1);
  await expect(home.getByRole('link', { name: 'Before', includeHidden: true })).toHaveCount(0);
});

for (const motion of ['less', 'full']) {
  test(`a letter that Forward leads to opens only after the portal is closed, and takes no key strokes from the form, with ${motion} motion`, async ({
    page,
    site,
  }) => {
    await site.send({ title: 'Read before', content: 'Read me.' });
    await page.goto('/');
    await page.getByRole('link', { name: 'Read before' }).click();
    await expect(page).toHaveURL(/\/letter\//);
    await page.getByRole('button', { name: 'Close letter' }).click();
    await expect(page).toHaveURL('/');
    await enterPortal(page);
    await write(page, WORDS);
    await field(page, 'title').focus();
    await page.goForward();
    await expect(page).toHaveURL(/\/letter\//);
    await page.keyboard.press('End');
    await page.keyboard.type(', and finished');
    await expect(field(page, 'title')).toHaveValue('Hard to finish, and finished');

    await page.emulateMedia({ reducedMotion: motion === 'less' ? 'reduce' : 'no-preference' });
    await page.getByRole('button', { name: 'Close portal' }).click();
    const card = page.getByRole('dialog', { name: 'Read before' });
    await expect(card).toContainText('Read me.');
    // Once what is under it is covered, only the letter can have the focus.
    await expect(page.locator('html')).toHaveAttribute('data-covered');
    await expect(card.getByRole('heading')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    await expect(page).toHaveURL('/');
  });
}
