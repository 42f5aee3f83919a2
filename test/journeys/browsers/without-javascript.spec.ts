import { expect, test } from '../journey.ts';

test.use({ javaScriptEnabled: false });

const LETTER = {
  title: 'For old telephones',
  date: '2026-03-04',
  content: 'First line.\n\nLast line.',
  signature: 'Tante Zoé Marchand',
};

test('without JavaScript an envelope links to its letter, which can be read', async ({
  page,
  site,
}) => {
  const { id } = await site.send(LETTER);
  await page.goto('/');
  const envelope = page.getByRole('link', { name: LETTER.title });
  await expect(envelope).toContainText('March 4, 2026');
  await expect(page.getByText('Loading letters...')).toHaveCount(0);
  await envelope.click();
  await expect(page).toHaveURL(`/letter/${id}`);
  for (const text of ['First line.', 'Last line.', LETTER.signature]) {
    await expect(page.getByText(text)).toBeVisible();
  }
});

test('without JavaScript the envelope on a letter page links to its words', async ({
  page,
  site,
}) => {
  const earlier = await site.send({
    title: 'Before that',
    date: '2026-02-01',
    content: 'So cold.',
  });
  const { id } = await site.send(LETTER);
  await page.goto(`/letter/${id}`);
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page).toHaveURL(`/letter/${id}#letter`);
  await expect(page.getByText('First line.')).toBeInViewport();
  await page.getByRole('link', { name: 'Earlier Before that' }).click();
  await expect(page).toHaveURL(`/letter/${earlier.id}#letter`);
  await expect(page.getByText('So cold.')).toBeInViewport();
});

test('without JavaScript no control is shown that needs it', async ({ page, site }) => {
  await site.send(LETTER);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('without JavaScript a link leads to the second page', async ({ page, site }) => {
  for (let day = 1; day <= 25; day += 1) await site.send({ title: `Letter ${day}` });
  await page.goto('/');
  await expect(page.locator('.envelope')).toHaveCount(24);
  await page.getByRole('link', { name: 'More letters' }).click();
  await expect(page.locator('.envelope__title')).toHaveText(['Letter 1']);
  await expect(page.getByRole('link', { name: 'More letters' })).toHaveCount(0);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', page.url());
});

test('without JavaScript a home page without its store reloads by itself', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/^server: /, /503/);
  site.database('ALTER TABLE letters RENAME TO letters_elsewhere');
  const answer = await page.goto('/');
  expect(answer?.status()).toBe(503);
  await expect(page.getByText('Loading letters...')).toBeVisible();
  await expect(page.locator('meta[http-equiv=refresh]')).toHaveAttribute('content', '5');
});
