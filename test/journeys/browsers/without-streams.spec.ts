import { expect, test } from '../journey.ts';
import { enterPortal } from '../portal.ts';

test('in a hardened browser without event streams, on a page without https, letters open in place, and so does the portal', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/page: EventSource is not defined/);
  await site.send({ title: 'Before the tide turns' });
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'EventSource');
    Reflect.deleteProperty(Navigator.prototype, 'locks');
  });
  await page.goto('/');
  await page.getByRole('link', { name: 'Before the tide turns' }).click();
  await expect(page.getByRole('dialog', { name: 'Before the tide turns' })).toBeVisible();
  await page.keyboard.press('Escape');
  await enterPortal(page);
});
