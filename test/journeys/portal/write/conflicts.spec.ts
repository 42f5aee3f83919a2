import type { Page } from '@playwright/test';
import { expect, test } from '../../journey.ts';
import {
  adminDialog,
  beginEdit,
  confirmDialog,
  conflictDialog,
  draftStatus,
  endSession,
  field,
  linkDialog,
  submitAndConfirm,
  unlock,
  write,
} from '../../portal.ts';
import type { Site } from '../../site.ts';
import { LOCKED, LOST_RACE } from '../../trouble.ts';

/** Starts to edit a letter that somebody else changes before the edit is saved. */
async function overtaken(page: Page, site: Site) {
  const letter = await site.send({ title: 'First', content: 'One line.\n\nAnother.' });
  await beginEdit(page, 'First');
  await write(page, { title: 'Mine' });
  const theirs = await site.update(letter, { title: 'Theirs', hidden: true });
  await submitAndConfirm(page);
  await expect(conflictDialog(page)).toBeVisible();
  await expect(confirmDialog(page)).toBeHidden();
  return theirs;
}

/** Presses Escape two frames after the question has appeared, sooner than anybody could have read it. */
function pressEscapeAtConflict(): void {
  const watcher = new MutationObserver(() => {
    if (!document.querySelector('.conflict')) return;
    watcher.disconnect();
    const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
    requestAnimationFrame(() => requestAnimationFrame(() => document.body.dispatchEvent(press)));
  });
  watcher.observe(document, { childList: true, subtree: true });
}

const answer = (page: Page, name: string) =>
  conflictDialog(page).getByRole('button', { name }).click();

test('the second of two writers is shown both versions, and can save theirs over exactly the one shown', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOST_RACE);
  const theirs = await overtaken(page, site);
  const versions = conflictDialog(page).getByRole('region');
  await expect(versions.nth(0)).toContainText('what is there now');
  await expect(versions.nth(0)).toContainText(/Theirs.* hidden/);
  await expect(versions.nth(1)).toContainText(/what you wrote.*Mine/);
  await expect(versions.nth(1).getByText('One line.\n\nAnother.')).toHaveCSS(
    'white-space-collapse',
    'preserve',
  );
  // Not the dialog itself, of which a screen reader would read both letters at once before it came to the buttons.
  const focused = page.locator(':focus');
  await expect(focused).toHaveText(/^It was changed while you were editing it/);
  await page.keyboard.press('Tab');
  await expect(versions.nth(0)).toBeFocused();
  expect(await site.stored(theirs)).toMatchObject({ title: 'Theirs', version: 2 });

  // A third change, while the question is open, leads to another question.
  await site.update(theirs, { title: 'Theirs again' });
  await answer(page, 'Keep mine');
  await expect(versions.nth(0)).toContainText('Theirs again');
  await expect(focused).toHaveText(/^It was changed while you were editing it/);
  expect(await site.stored(theirs)).toMatchObject({ title: 'Theirs again', version: 3 });
  await answer(page, 'Keep mine');
  await expect(linkDialog(page)).toBeVisible();
  expect(await site.stored(theirs)).toMatchObject({ title: 'Mine', hidden: false, version: 4 });
  await expect.poll(() => site.drafts()).toEqual([]);
});

for (const [hidden, consequence] of [
  [true, 'It is hidden now, and yours is not.'],
  [false, 'It is on the main page now, and yours is hidden.'],
] as const) {
  test(`the second of two writers is told in words: ${consequence}`, async ({
    page,
    site,
    trouble,
  }) => {
    trouble.expect(LOST_RACE);
    const letter = await site.send({ title: 'First', hidden: !hidden });
    await beginEdit(page, 'First');
    await write(page, { title: 'Mine' });
    await site.update(letter, { hidden });
    await submitAndConfirm(page);
    await expect(conflictDialog(page)).toHaveAccessibleDescription(new RegExp(consequence));
    await answer(page, 'Go on editing');
    await site.update(await site.stored(letter), { hidden: !hidden });
    await submitAndConfirm(page);
    await expect(conflictDialog(page)).toBeVisible();
    await expect(conflictDialog(page)).not.toContainText('yours');
  });
}

test('the second of two writers can accept the saved version', async ({ page, site, trouble }) => {
  trouble.expect(LOST_RACE);
  const theirs = await overtaken(page, site);
  await answer(page, 'Take theirs');
  await expect(conflictDialog(page)).toBeHidden();
  await expect(field(page, 'title')).toHaveValue('Theirs');
  await expect(field(page, 'hidden')).toBeChecked();
  await expect.poll(() => site.drafts()).toEqual([]);
  expect(await site.stored(theirs)).toMatchObject({ title: 'Theirs', version: 2 });
});

test('the focus stays in the portal after a question that was asked again with the password', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOST_RACE, LOCKED);
  await overtaken(page, site);
  // Or it could be the draft that is refused first.
  await expect(draftStatus(page)).toHaveText('draft saved');
  endSession(site);
  await unlock(page);
  await answer(page, 'Take theirs');
  await expect(conflictDialog(page)).toBeHidden();
  await expect(adminDialog(page).locator(':focus')).toBeVisible();
});

test('the second of two writers can continue editing, and save over the version shown', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOST_RACE);
  await page.addInitScript(pressEscapeAtConflict);
  await page.clock.install();
  const theirs = await overtaken(page, site);
  // Escape, as the question appeared, was meant for that before.
  await expect(page.locator(':focus')).toHaveText(/^It was changed while you were editing it/);
  await page.clock.runFor(500);
  // Once: a second one, while the question closes, would be for the portal.
  await page.keyboard.press('Escape');
  await expect(conflictDialog(page)).toBeHidden();
  await expect(field(page, 'title')).toHaveValue('Mine');
  // Back to where the first of the two questions was asked.
  await expect(adminDialog(page).getByRole('button', { name: 'update letter' })).toBeFocused();
  expect(await site.stored(theirs)).toMatchObject({ title: 'Theirs', version: 2 });
  await write(page, { title: 'Mine and theirs' });
  await submitAndConfirm(page);
  await expect(linkDialog(page)).toBeVisible();
  expect(await site.stored(theirs)).toMatchObject({ title: 'Mine and theirs', version: 3 });
});

for (const [then, title, version] of [
  ['is recognised as saved, and not taken for a conflict', 'Second', 2],
  ['and that was then changed is saved over what it was, without a question', 'Third', 3],
] as const) {
  test(`an edit whose answer was lost ${then}`, async ({ page, site, trouble }) => {
    trouble.expect(/ERR_FAILED/, /console: The letter could not be saved/, LOST_RACE);
    const letter = await site.send({ title: 'First' });
    await beginEdit(page, 'First');
    await write(page, { title: 'Second' });
    await page.route('**/api/portal/letters/*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await submitAndConfirm(page);
    await expect(
      page.getByRole('alert').filter({ hasText: 'may or may not have been saved' }),
    ).toBeVisible();
    // Then one that never arrives: it is still the first that the site has.
    await page.unroute('**/api/portal/letters/*');
    await page.route('**/api/portal/letters/*', (route) => route.abort(), { times: 1 });
    const failed = page.waitForEvent('requestfailed');
    await write(page, { title: 'Never arrived' });
    await submitAndConfirm(page);
    await failed;
    await expect(confirmDialog(page)).toBeHidden();
    await write(page, { title });
    await submitAndConfirm(page);
    await expect(linkDialog(page)).toBeVisible();
    expect(await site.stored(letter)).toMatchObject({ title, version });
  });
}

test('a version that was chosen, but could not be saved, is saved at the next attempt, without another question', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOST_RACE, /ERR_FAILED/, /console: The letter could not be saved/);
  const theirs = await overtaken(page, site);
  await page.route('**/api/portal/letters/*', (route) => route.abort(), { times: 1 });
  await answer(page, 'Keep mine');
  await expect(conflictDialog(page)).toBeHidden();
  await expect(adminDialog(page).getByRole('alert')).toContainText('Please try again');
  await submitAndConfirm(page);
  await expect(linkDialog(page)).toBeVisible();
  expect(await site.stored(theirs)).toMatchObject({ title: 'Mine', version: 3 });
});

test('a double click selects a word of either version, also where the question fills a small window', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(LOST_RACE);
  await page.setViewportSize({ width: 900, height: 400 });
  await overtaken(page, site);
  const word = conflictDialog(page).getByText('One line.').first();
  await word.dblclick({ position: { x: 8, y: 8 } });
  expect(await page.evaluate(() => String(getSelection()))).toBe('One');
});

for (const when of ['at once', 'after more was written'])
  test(`an edit of a letter that was deleted meanwhile can be sent as a new letter ${when}`, async ({
    page,
    site,
    trouble,
  }) => {
    trouble.expect(/404.*\/api\/portal\/letters/);
    const letter = await site.send({ title: 'Doomed' });
    await beginEdit(page, 'Doomed');
    await write(page, { title: 'Saved from it' });
    await site.delete(letter);
    await submitAndConfirm(page);
    await expect(conflictDialog(page)).toContainText('deleted elsewhere');
    if (when === 'at once') await answer(page, 'Send as a new letter');
    else {
      await answer(page, 'Go on editing');
      await write(page, { content: 'And more' });
      // It is no edit any more, so that there is nothing to ask about.
      await submitAndConfirm(page);
    }
    // Its new form must not take the focus from what has opened over it meanwhile.
    await expect(linkDialog(page).getByRole('textbox')).toBeFocused();
    const letters = await site.listed();
    expect(letters).toMatchObject([{ title: 'Saved from it' }]);
    expect(letters[0]?.id).not.toBe(letter.id);
  });
