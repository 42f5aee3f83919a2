import type { Page } from '@playwright/test';
import { holdAnswer, holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import {
  action,
  beginManaging,
  confirm,
  confirmDialog,
  discard,
  enterPortalAndRest,
  field,
  managed,
  restoreOffer,
} from '../portal.ts';
import { holdRendering } from '../render-late.ts';
import type { Site } from '../site.ts';

const titles = (page: Page) => page.locator('.envelope__title');

const READ_AGAIN = /\/api\/letters\?limit=\d+$/;

/** The stream says at once that the list has to be reloaded, and nothing after that. */
const reloadAtOnce = (page: Page) =>
  page.route('**/api/live*', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: 'retry: 1000000\nevent: reset\nid: 1\ndata: {}\n\n',
    }),
  );

/** A page with the newest of thirty letters, whose list is being reloaded until it is released. */
async function beginReload(page: Page, site: Site) {
  for (let day = 1; day <= 29; day += 1) await site.send({ title: `Letter ${day}` });
  const newest = await site.send({ title: 'Newest' });
  await reloadAtOnce(page);
  const release = await holdRequests(page, READ_AGAIN);
  const asked = page.waitForRequest(READ_AGAIN);
  await page.goto('/');
  await asked;
  return { newest, release };
}

test('letters that load while the list is being reloaded stay in it', async ({ page, site }) => {
  const { newest, release } = await beginReload(page, site);
  await page.getByRole('link', { name: 'More letters' }).scrollIntoViewIfNeeded();
  await expect(titles(page)).toHaveCount(30);
  await page.evaluate(() => {
    const counts: number[] = [];
    Object.assign(window, { counts });
    const count = () => counts.push(document.querySelectorAll('.envelope').length);
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
  });
  await site.update(newest, { title: 'Newest, in other words' });
  release();
  await expect(page.getByText('Newest, in other words')).toBeAttached();
  const counts = await page.evaluate(() => (window as unknown as { counts: number[] }).counts);
  expect(counts.filter((count) => count !== 30)).toEqual([]);
});

test('a letter that is deleted while the list goes on loading does not come into it', async ({
  page,
  site,
}) => {
  const doomed = await site.send({ title: 'Doomed', date: '2020-01-01' });
  await site.send({ title: 'From long ago', date: '2020-01-02' });
  for (let day = 1; day <= 24; day += 1) await site.send({ title: `Letter ${day}` });
  const { answered, release } = await holdAnswer(page, /\/api\/letters\?.*after=/);
  await page.goto('/');
  await page.getByRole('link', { name: 'More letters' }).scrollIntoViewIfNeeded();
  await answered;
  await site.delete(doomed);
  await site.send({ title: 'Newest' });
  await expect(page.getByRole('button', { name: 'A new letter has arrived' })).toBeVisible();
  release();
  await expect(page.getByText('From long ago')).toBeAttached();
  await expect(page.getByText('Doomed')).toHaveCount(0);
});

test('the last letter of a list stays, and keeps its focus, while the list is reloaded with newer letters', async ({
  page,
  site,
}) => {
  const { release } = await beginReload(page, site);
  await page.getByRole('link', { name: 'More letters' }).scrollIntoViewIfNeeded();
  await expect(titles(page)).toHaveCount(30);
  const last = page.locator('.envelope').last();
  await last.focus();
  await site.send({ title: 'Newer still' });
  release();
  await expect(page.getByRole('button', { name: 'A new letter has arrived' })).toBeVisible();
  await expect(last).toContainText('Letter 1');
  await expect(last).toBeFocused();
});

test('letters that load, but are not rendered before the list has been reloaded, come all the same', async ({
  page,
  site,
}) => {
  const { newest, release } = await beginReload(page, site);
  const rendering = await holdRendering(page);
  await page.getByRole('link', { name: 'More letters' }).scrollIntoViewIfNeeded();
  await rendering.wanted();
  await site.update(newest, { title: 'Newest, in other words' });
  release();
  await expect(page.getByText('Newest, in other words')).toBeAttached();
  await rendering.release();
  await expect(titles(page)).toHaveCount(30);
});

test('letters that do not load are asked for once every four seconds, however often the list changes meanwhile', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED/, /console: The letters could not be loaded/);
  for (let day = 1; day <= 30; day += 1) await site.send({ title: `Letter ${day}` });
  const refused = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(/\/api\/letters\?.*after=/, async (route) => {
    asked += 1;
    // No answer to a later attempt causes another one.
    if (asked > 2) return;
    await refused.promise;
    await route.abort();
  });
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('link', { name: 'More letters' }).scrollIntoViewIfNeeded();
  await expect.poll(() => asked).toBe(1);
  await site.send({ title: 'Newest' });
  await expect.poll(() => asked).toBe(2);
  let failures = 0;
  page.on('console', (message) => {
    if (message.text().startsWith('The letters could not be loaded')) failures += 1;
  });
  refused.resolve();
  await expect.poll(() => failures).toBe(2);
  await page.clock.fastForward(4000);
  await expect.poll(() => asked).toBeGreaterThan(2);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  expect(asked).toBe(3);
});

test('that a search failed is not said any more once other words are sought', async ({
  page,
  site,
  trouble,
}) => {
  // Nothing else: what failed too late is not logged either.
  trouble.expect(/ERR_FAILED/);
  await site.send({ title: 'Umbrella' });
  await beginManaging(page);
  const refused = Promise.withResolvers<void>();
  await page.route(/q=umb$/, async (route) => {
    await refused.promise;
    await route.abort();
  });
  const release = await holdRequests(page, /q=umbrella$/);
  for (const words of ['umb', 'umbrella']) {
    const asked = page.waitForRequest((request) => request.url().endsWith(`q=${words}`));
    await page.getByRole('searchbox', { name: 'Search letters' }).fill(words);
    await asked;
  }
  const failed = page.waitForEvent('requestfailed');
  refused.resolve();
  await failed;
  release();
  const found = page.getByRole('list', { name: 'Letters found' }).getByRole('listitem');
  await expect(found).toHaveText([/Umbrella/]);
});

test('the list stays until the first letters are found', async ({ page, site }) => {
  for (const title of ['Rain', 'Sun']) await site.send({ title });
  await beginManaging(page);
  await expect(managed(page, /./)).toHaveText([/Sun/, /Rain/]);
  const release = await holdRequests(page, /q=rain$/);
  const asked = page.waitForRequest(/q=rain$/);
  await field(page, 'q').fill('rain');
  await asked;
  await expect(managed(page, /./)).toHaveText([/Sun/, /Rain/]);
  release();
  await expect(page.getByRole('list', { name: 'Letters found' })).toHaveText(/Rain/);
});

test('what other words find is seen from its beginning', async ({ page, site }) => {
  for (let day = 1; day <= 30; day += 1) await site.send({ title: `Rain on day ${day}` });
  await beginManaging(page);
  const found = page.getByRole('list', { name: 'Letters found' }).getByRole('listitem');
  await field(page, 'q').fill('rain');
  await expect(found).toHaveCount(20);
  await found.last().scrollIntoViewIfNeeded();
  await expect(found).toHaveCount(30);
  await field(page, 'q').fill('rain on');
  await expect(found.first()).toBeInViewport();
});

test('a letter that is deleted while its search is made again does not come back with the late answer', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Rain, kept' });
  await site.send({ title: 'Rain, doomed' });
  await beginManaging(page);
  await field(page, 'q').fill('rain');
  const found = page.getByRole('list', { name: 'Letters found' }).getByRole('listitem');
  await expect(found).toHaveText([/doomed/, /kept/]);
  await site.send({ title: 'Rain, newest' });
  const search = /\/api\/portal\/letters\?.*q=rain/;
  const { answered, release } = await holdAnswer(page, search);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await answered;
  await action(page, 'delete', 'Rain, doomed').click();
  await confirm(page);
  await expect(confirmDialog(page)).toBeHidden();
  const late = page.waitForResponse(search);
  release();
  await (await late).finished();
  await expect(found).toHaveText([/newest/, /kept/]);
});

test('a draft that is discarded does not come back with a list that was asked for before', async ({
  page,
  site,
}) => {
  for (const title of ['Waiting', 'Discarded']) await site.keepDraft({ title });
  await page.goto('/');
  await enterPortalAndRest(page);
  await expect(restoreOffer(page)).toContainText('Discarded');
  await site.keepDraft({ title: 'New' });
  const { answered, release } = await holdAnswer(page, /\/api\/portal\/drafts$/);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await answered;
  await discard(page);
  await expect(restoreOffer(page)).toContainText('Waiting');
  await expect(restoreOffer(page)).not.toContainText('more draft');
  release();
  await expect(restoreOffer(page)).toContainText('more draft');
  await expect(restoreOffer(page)).toContainText('1 more draft is waiting.');
});
