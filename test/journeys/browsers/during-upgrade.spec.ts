import { expect, test } from '../journey.ts';

test.use({ serviceWorkers: 'block' });

test('a page whose scripts are gone, since it came before the upgrade, is loaded again when a button is pressed', async ({
  page,
  trouble,
}) => {
  trouble.expect(/console: Failed to load resource.* 404/);
  const missed = page.waitForResponse('**/assets/*.js');
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/', { waitUntil: 'commit' });
  await missed;
  await page.unrouteAll({ behavior: 'wait' });
  const portal = page.getByRole('button', { name: 'portal' });
  const again = page.waitForRequest((request) => request.isNavigationRequest());
  await portal.click();
  await again;
  await portal.click();
  await expect(page.getByLabel('password')).toBeVisible();
});
