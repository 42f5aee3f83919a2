import type { Locator } from '@playwright/test';
import { expect, test } from '../journey.ts';
import {
  action,
  confirm,
  confirmDialog,
  conflictDialog,
  enterFromMenu,
  linkDialog,
  openManageTab,
  restoreOffer,
  submit,
  write,
} from '../portal.ts';

test.use({ viewport: { width: 360, height: 640 } });

test('with text twice as large no button of a letter’s row is cut off, nor the sent envelope', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Large' });
  await enterFromMenu(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '36px';
  });
  await openManageTab(page);
  for (const name of ['edit', 'share', 'delete']) {
    const button = action(page, name, 'Large');
    const isCut = (element: Element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return words.getBoundingClientRect().width > element.clientWidth;
    };
    expect(await button.evaluate(isCut), name).toBe(false);
  }
  await page.getByRole('button', { name: 'QR code: Large' }).click();
  const dialog = linkDialog(page);
  await expect(dialog.locator('.envelope')).toBeVisible();
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});

test('with text twice as large a question fits into its dialog, and two compared letters can be read', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/409.*\/api\/portal\/letters/);
  const letter = await site.send({ title: 'Large', content: 'One line.\n\nAnother.' });
  await enterFromMenu(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '36px';
  });
  await openManageTab(page);
  await action(page, 'edit', 'Large').click();
  await write(page, { content: 'Mine' });
  await site.update(letter, { content: 'Theirs' });
  await submit(page);
  const edge = async (part: Locator) => (await part.boundingBox())?.x ?? 0;
  const question = confirmDialog(page);
  const start = await edge(question.getByText('Are you sure'));
  for (const button of await question.getByRole('button').all())
    expect(await edge(button)).toBeGreaterThanOrEqual(start);
  await confirm(page);
  await expect(conflictDialog(page).getByRole('region')).toHaveCount(2);
  const [theirs, mine, buttons] = await conflictDialog(page).evaluate((dialog) =>
    Array.from(dialog.querySelectorAll('section, button'), (part) => {
      const { top, bottom, height } = part.getBoundingClientRect();
      return { top, bottom, height };
    }),
  );
  expect(theirs?.height).toBeGreaterThan(4 * 36);
  expect(mine?.height).toBeGreaterThan(4 * 36);
  expect(mine?.top).toBeGreaterThan(theirs?.bottom ?? 0);
  expect(buttons?.top).toBeGreaterThan(mine?.bottom ?? 0);
});

test('with text three times as large no button of a question is cut off on a wide phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 412, height: 915 });
  // As the owner's own setting: media queries know it, too.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 48 } });
  await enterFromMenu(page);
  await write(page, { title: 'Large', content: 'One line.' });
  await submit(page);
  const buttons = confirmDialog(page).getByRole('button');
  await expect(buttons).toHaveCount(2);
  const edge = (await confirmDialog(page).boundingBox())?.x;
  for (const button of await buttons.all())
    expect((await button.boundingBox())?.x).toBeGreaterThan(edge ?? 0);
});

test('with text three times as large the buttons of an offered draft stay on their slip', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 412, height: 915 });
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 48 } });
  for (const title of ['Large', 'Larger']) await site.keepDraft({ title });
  await enterFromMenu(page);
  const end = (part: Locator) => part.evaluate((box) => box.getBoundingClientRect().right);
  const buttons = restoreOffer(page).getByRole('button');
  await expect(buttons).toHaveCount(4);
  for (const button of await buttons.all())
    expect(await end(button)).toBeLessThan(await end(restoreOffer(page)));
});
