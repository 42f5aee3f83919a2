import type { Page } from '@playwright/test';
import { expect, test } from '../../journey.ts';
import {
  action,
  begin,
  beginManaging,
  confirmDialog,
  field,
  listStatus,
  openManageTab,
  restoreOffer,
  submit,
} from '../../portal.ts';

/** Undo and Redo in the portal: Chromium has one history for all fields of a page. */

test('Undo takes back what was typed at once, and not letter by letter', async ({ page }) => {
  await begin(page, {});
  const content = field(page, 'content');
  await content.click();
  await page.keyboard.type('Dear you, a slip of the pen');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(content).toHaveValue('');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(content).toHaveValue('Dear you, a slip of the pen');
});

test('neither Undo nor Redo brings words of one letter into another', async ({ page, site }) => {
  await site.send({ title: 'Sent', content: 'Sent words' });
  await begin(page, {});
  const content = field(page, 'content');
  const expectUntouched = async (words: string) => {
    await content.click();
    for (const keys of ['z', 'z', 'Shift+z', 'Shift+z']) {
      await page.keyboard.press(`ControlOrMeta+${keys}`);
      await expect(content).toHaveValue(words);
    }
  };
  await content.click();
  await page.keyboard.type('Words of a new letter');
  await openManageTab(page);
  await action(page, 'edit', 'Sent').click();
  await expect(content).toHaveValue('Sent words');
  await expectUntouched('Sent words');
  await page.getByRole('button', { name: 'Cancel Edit' }).click();
  await expectUntouched('');
  await content.click();
  await page.keyboard.type('x');
  await page.keyboard.press('Backspace');
  await restoreOffer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(field(page, 'title')).toBeFocused();
  await expectUntouched('Words of a new letter');
});

test('Undo and Redo go on as before after a question about words that were pasted from a document', async ({
  page,
}) => {
  await begin(page, { title: 'Pasted' });
  const content = field(page, 'content');
  await content.click();
  await page.keyboard.insertText('Dear Ada,\vdon\u0092t wait.');
  await submit(page);
  await expect(confirmDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await content.click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(content).toHaveValue('');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(content).toHaveValue('Dear Ada,\vdon\u0092t wait.');
});

test('Undo takes back at once what was dragged from one field into another', async ({ page }) => {
  await begin(page, {});
  const content = field(page, 'content');
  await content.click();
  await page.keyboard.type('Dragged');
  await content.selectText();
  await content.dragTo(field(page, 'title'), { sourcePosition: { x: 20, y: 20 } });
  await expect(field(page, 'title')).toHaveValue('Dragged');
  await expect(content).toHaveValue('');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(content).toHaveValue('Dragged');
  await expect(field(page, 'title')).toHaveValue('');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(content).toHaveValue('');
  await expect(field(page, 'title')).toHaveValue('Dragged');
});

for (const [how, empty] of [
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['its button', (page: Page) => page.getByRole('button', { name: 'Clear search' }).click()],
] as const)
  test(`Undo brings back a search that was emptied with ${how}, and Redo empties it again`, async ({
    page,
  }) => {
    await beginManaging(page);
    const search = page.getByRole('searchbox', { name: 'Search letters' });
    await search.click();
    await page.keyboard.type('rain');
    await empty(page);
    await expect(search).toHaveValue('');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(search).toHaveValue('rain');
    await expect(listStatus(page)).toHaveText('No letter has “rain” in its words.');
    for (let times = 0; times < 2; times += 1) {
      await page.keyboard.press('ControlOrMeta+Shift+z');
      await expect(search).toHaveValue('');
    }
  });
