import type { Page } from '@playwright/test';
import { untilAlive } from '#test/browser/until-alive.ts';
import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';

const meta = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`);

const canonical = (page: Page) => page.locator('link[rel=canonical]');

test('the home page has its heading, its hint, a header, a footer and its name', async ({
  page,
  site,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Letters');
  await expect(
    page.getByRole('heading', { name: 'For you.', level: 1, exact: true }),
  ).toBeVisible();
  await expect(
    page.getByText('Click on any envelope to read the letter inside', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'portal' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(canonical(page)).toHaveAttribute('href', `${site.url}/`);
  await expect(meta(page, 'robots')).toHaveAttribute('content', 'index, follow');
});

test('a home page without letters says so', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'No Letters Yet', exact: true })).toBeVisible();
  await expect(page.getByText('Check back soon for new messages', { exact: true })).toBeVisible();
  await expect(page.locator('.envelope')).toHaveCount(0);
});

test('a letter page shows one envelope, its hint and no portal button', async ({ page, site }) => {
  await site.send({ title: 'Another' });
  const { id } = await site.send({ title: 'This one', date: '2026-03-04' });
  const answer = await page.goto(`/letter/${id}`);
  expect(answer?.status()).toBe(200);
  await expect(page.locator('.envelope')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'This one' })).toContainText('March 4, 2026');
  await expect(
    page.getByText('Click on the envelope to read the letter inside', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'portal' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveCount(0);
});

test('a letter page gives search engines and previews what its envelope shows, and not what the letter says', async ({
  page,
  site,
}) => {
  const { id } = await site.send({ title: 'My dear Watson', content: 'Come at once.' });
  await page.goto(`/letter/${id}`);
  await expect(page).toHaveTitle('A letter for you!');
  await expect(meta(page, 'description')).toHaveAttribute('content', /\S/);
  await expect(canonical(page)).toHaveAttribute('href', `${site.url}/letter/${id}`);
  await expect(meta(page, 'robots')).toHaveAttribute('content', 'index, follow');
  await expect(meta(page, 'og:title')).toHaveAttribute('content', 'A letter for you!');
  await expect(meta(page, 'og:description')).toHaveAttribute('content', /\S/);
  await expect(meta(page, 'og:url')).toHaveAttribute('content', `${site.url}/letter/${id}`);
  await expect(meta(page, 'twitter:card')).toHaveAttribute('content', 'summary_large_image');
  await expect(meta(page, 'og:image:alt')).toHaveAttribute('content', /My dear Watson/);
  expect(await page.locator('head').innerHTML()).not.toContain('Come at once');
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? '')).toMatchObject({ headline: 'My dear Watson' });
});

test('the social image of a letter is 1200 by 630, in its metadata and in fact', async ({
  page,
  site,
}) => {
  const { id } = await site.send({ title: 'Pictured' });
  await page.goto(`/letter/${id}`);
  await expect(meta(page, 'og:image:width')).toHaveAttribute('content', '1200');
  await expect(meta(page, 'og:image:height')).toHaveAttribute('content', '630');
  await expect(meta(page, 'og:image:alt')).toHaveAttribute('content', /\S/);
  const address = (await meta(page, 'og:image').getAttribute('content')) ?? '';
  expect(address).toMatch(new RegExp(`^${site.url}/letter/${id}/card\\.png\\?v=[\\w-]+$`));
  const size = await page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, address);
  expect(size).toEqual([1200, 630]);
});

test('a letter pressed with Ctrl, or on a Mac with Command, opens in a tab of its own, also before the script has loaded', async ({
  newReader,
  site,
}) => {
  const { id } = await site.send({ title: 'Beside the list' });
  const page = await newReader({ serviceWorkers: 'block' });
  const release = await holdRequests(page, '**/assets/react-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  for (const isAlive of [false, true]) {
    if (isAlive) {
      release();
      await untilAlive(page);
    }
    const opened = page.context().waitForEvent('page');
    await page
      .getByRole('link', { name: 'Beside the list' })
      .click({ modifiers: ['ControlOrMeta'] });
    await expect(await opened).toHaveURL(`/letter/${id}`);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});

test('the page of a hidden letter asks search engines not to index it', async ({ page, site }) => {
  const { id } = await site.send({ title: 'Between us', hidden: true });
  const answer = await page.goto(`/letter/${id}`);
  expect(answer?.status()).toBe(200);
  await expect(meta(page, 'robots')).toHaveAttribute('content', 'noindex, nofollow');
});

test('where there is nothing, the not-found page says so, with status 404', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/404/);
  // The last page's script says so, unless the reader has left before it loaded.
  trouble.allow(/console: The URL path .* could not be decoded/);
  const deleted = await site.send({ title: 'Gone' });
  await site.delete(deleted);
  for (const [what, path] of [
    ['a letter that does not exist', '/letter/0000000000000000000000'],
    ['a letter that was deleted', `/letter/${deleted.id}`],
    ['a letter without an id', '/letter/'],
    ['an id of another shape', '/letter/%22%3E%3Cscript%3E'],
    ['an id with an encoded slash', '/letter/a%2Fb'],
    ['any other path', '/there/is/nothing'],
    ['an id that cannot be decoded', '/letter/%E0%A4%A'],
  ] as const) {
    await test.step(what, async () => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page).toHaveTitle('Link not found!');
      await expect(page.getByRole('heading', { name: 'Link not found!' })).toBeVisible();
      await expect(
        page.getByText("The letter you're looking for doesn't exist or has been removed.", {
          exact: true,
        }),
      ).toBeVisible();
      await expect(meta(page, 'robots')).toHaveAttribute('content', 'noindex');
      await expect(page.getByRole('button', { name: /portal|menu/i })).toHaveCount(0);
      await page.getByRole('link', { name: 'Go back home', exact: true }).click();
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
    });
  }
});

test('the rest of a long list loads on scrolling, each letter once', async ({ page, site }) => {
  for (let day = 1; day <= 30; day += 1) await site.send({ title: `Letter ${day}` });
  const newestFirst = Array.from({ length: 30 }, (_, at) => `Letter ${30 - at}`);
  await page.goto('/');
  const titles = page.locator('.envelope__title');
  await expect(page.getByRole('link', { name: 'More letters' })).toHaveAttribute(
    'href',
    /^\/\?after=\S+$/,
  );
  await expect(titles).toHaveText(newestFirst.slice(0, 24));
  await page.getByRole('link', { name: 'More letters' }).scrollIntoViewIfNeeded();
  await expect(titles).toHaveText(newestFirst);
  await expect(page.getByRole('link', { name: 'More letters' })).toBeHidden();
});
