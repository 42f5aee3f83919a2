import { devices } from '@playwright/test';
import { expect, test } from './journey.ts';
import {
  action,
  confirmDialog,
  enterFromMenu,
  enterPortal,
  linkDialog,
  managed,
  openManageTab,
  write,
} from './portal.ts';

const LETTER = { title: 'By thumb', content: 'Written on the bus.' };

test('a quick thumb sends, opens, closes and deletes a letter, and waits for nothing that moves', async ({
  newReader,
}) => {
  const { viewport, hasTouch, isMobile } = devices['Galaxy S9+'];
  const page = await newReader({ viewport, hasTouch, isMobile });
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap();
  await enterFromMenu(page);
  await write(page, LETTER);
  await tap('send letter');
  await tap('Confirm');
  await expect(linkDialog(page)).toBeVisible();
  await tap('Cancel');

  await page.getByRole('link', { name: LETTER.title }).tap();
  const card = page.getByRole('dialog', { name: LETTER.title });
  await expect(card).toBeVisible();
  await tap('Close letter');
  await expect(card).toBeHidden();

  await tap('Menu');
  await enterPortal(page);
  await openManageTab(page);
  await action(page, 'delete', LETTER.title).tap();
  await confirmDialog(page).getByRole('button', { name: 'Confirm' }).tap();
  await expect(managed(page, LETTER.title)).toHaveCount(0);
});
