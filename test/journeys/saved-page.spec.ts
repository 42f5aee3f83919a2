import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from './journey.ts';

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
