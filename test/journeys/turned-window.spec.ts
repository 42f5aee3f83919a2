import { expect, test } from './journey.ts';
import { enterFromMenu, enterPortal } from './portal.ts';

/** A tablet that is turned has another button for the portal than before. */
const UPRIGHT = { width: 600, height: 800 };
const ON_ITS_SIDE = { width: 900, height: 600 };

test.describe('on a tablet that is turned on its side', () => {
  test.use({ viewport: UPRIGHT });

  test('closing the portal leads to the button in the header', async ({ page }) => {
    await enterFromMenu(page);
    await page.setViewportSize(ON_ITS_SIDE);
    await page.getByRole('button', { name: 'Close portal' }).click();
    await expect(page.getByRole('button', { name: 'portal', exact: true })).toBeFocused();
  });

  test('the menu closes, and leads to the button in the header', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await page.setViewportSize(ON_ITS_SIDE);
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'portal', exact: true })).toBeFocused();
  });
});

test.describe('on a tablet that is turned upright', () => {
  test.use({ viewport: ON_ITS_SIDE });

  test('closing the portal leads to the button of the menu', async ({ page }) => {
    await page.goto('/');
    await enterPortal(page);
    await page.setViewportSize(UPRIGHT);
    await page.getByRole('button', { name: 'Close portal' }).click();
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused();
  });
});
