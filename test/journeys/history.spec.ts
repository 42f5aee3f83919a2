import { expect, test } from './journey.ts';

const LETTER = { title: 'From the night ferry', content: 'The lights went on, one by one.' };

test('after an opened letter was reloaded, Back leads to the home page', async ({ page, site }) => {
  const { id } = await site.send(LETTER);
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page).toHaveURL(`/letter/${id}`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'A letter for you!' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'A letter for you!' })).toBeVisible();
});

test('a letter that Forward has opened can be closed, and another opened', async ({
  page,
  site,
}) => {
  await site.send(LETTER);
  await site.send({ title: 'And the morning one' });
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).click();
  const close = page.getByRole('button', { name: 'Close letter' });
  await close.click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goForward();
  await expect(page.getByRole('dialog', { name: LETTER.title })).toBeVisible();
  await close.click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('link', { name: 'And the morning one' }).click();
  await expect(page.getByRole('dialog', { name: 'And the morning one' })).toBeVisible();
});

test('a letter that was open before the script was there can be closed', async ({ page, site }) => {
  const { id } = await site.send(LETTER);
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`/letter/${id}`, { waitUntil: 'commit' });
  await page.getByRole('link', { name: LETTER.title }).click();
  const card = page.locator('.sheet');
  await expect(card).toBeVisible();
  await expect(card).toContainText(LETTER.content);
  scripts.resolve();
  await expect(page.getByRole('dialog', { name: LETTER.title })).toBeVisible();
  await expect(page.locator('.sheet[open]')).toBeVisible();
  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(card).toBeHidden();
});

test('two clicks at once open a letter once', async ({ page, site }) => {
  await site.send(LETTER);
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).evaluate((envelope: HTMLElement) => {
    envelope.click();
    envelope.click();
  });
  const card = page.getByRole('dialog', { name: LETTER.title });
  await expect(card).toBeVisible();
  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(card).toBeHidden();
  await expect(page).toHaveURL('/');
});

test('a letter opened again shows its words as they are now, from their beginning', async ({
  page,
  site,
}) => {
  const letter = await site.send({ ...LETTER, content: 'First words.\n\n'.repeat(80) });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: LETTER.title });
  await envelope.click();
  const paper = page.locator('.sheet__paper');
  await expect(paper).toContainText('First words.');
  await paper.evaluate((element) => element.scrollTo(0, 1000));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await site.update(letter, { ...LETTER, content: 'Other words.\n\n'.repeat(80) });
  // Whatever is still on its way, the old words are not shown in the meantime.
  const answers = Promise.withResolvers<void>();
  await page.route(`**/api/letters/${letter.id}`, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.clock.fastForward(20_000);
  await envelope.click();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Loading letter...');
  await expect(paper).not.toContainText('First words.');
  answers.resolve();
  await expect(paper).toContainText('Other words.');
  expect(await paper.evaluate((element) => element.scrollTop)).toBe(0);
});
