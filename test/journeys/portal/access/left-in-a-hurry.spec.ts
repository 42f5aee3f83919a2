import { expect, test } from '../../journey.ts';
import { enterPortal, write } from '../../portal.ts';

test('while the service worker sleeps, a page that is left still saves what was typed last, and locks the portal', async ({
  page,
  site,
}) => {
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await enterPortal(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await write(page, { title: 'In a hurry', content: 'The last word' });
  await devtools.send('ServiceWorker.stopAllWorkers');
  await page.goto('about:blank');
  await expect
    .poll(() => site.drafts())
    .toMatchObject([{ title: 'In a hurry', content: 'The last word' }]);
  const asked = await page.request.head(`${site.url}/api/portal/live`);
  expect(asked.status()).toBe(401);
});
