import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from '../journey.ts';

test('a letter’s page that a reader has saved to a file can be opened and closed there', async ({
  page,
  site,
  trouble,
}, testInfo) => {
  // Browsers run no modules from files.
  trouble.expect(/origin 'null' has been blocked/);
  trouble.allow(/console: |request: .*file:/);
  const { id } = await site.send({ title: 'To keep', content: 'Keep me.' });
  await page.goto(`/letter/${id}`);
  const file = testInfo.outputPath('letter.html');
  await writeFile(file, await page.content());
  await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
  const card = page.locator('.sheet');
  await expect(card).toBeHidden();
  await page.getByRole('link', { name: 'To keep' }).click();
  await expect(card).toContainText('Keep me.');
  await expect(card).toBeVisible();
  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(card).toBeHidden();
});

test('a copy of a letter’s page at another address, as in an archive, can be read there', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/This page belongs to another address/);
  const { id } = await site.send({ title: 'To keep', content: 'Keep me.' });
  await page.route('**/archive/**', async (route) => {
    const url = route.request().url().replace('/archive', '');
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  // No page fetched it when the copy was made.
  await page.route('**/assets/not-found-*.js', (route) => route.fulfill({ status: 404 }));
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  const thrown = page.waitForEvent('pageerror');
  await page.goto(`/archive/letter/${id}`, { waitUntil: 'commit' });
  await thrown;
  await page.getByRole('link', { name: 'To keep' }).click();
  await expect(page.locator('.sheet')).toContainText('Keep me.');
  await expect(page.locator('.sheet')).toBeVisible();
  expect(documents).toBe(1);
});
