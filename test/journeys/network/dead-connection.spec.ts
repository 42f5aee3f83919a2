import type { Page } from '@playwright/test';
import { holdAnswer, holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import { pauseClock } from '../pause-clock.ts';
import {
  accessDialog,
  begin,
  confirmDialog,
  linkDialog,
  openPortal,
  submitAndConfirm,
} from '../portal.ts';

test.use({ serviceWorkers: 'block' });

/** Longer than any request waits for its answer, in milliseconds. */
const LONG = 11_000;
/** Longer than the site is asked whether it is there at all. */
const SHORT = 6000;

/** From now on nothing is answered, and nothing fails, as on a train in a tunnel. */
async function enterTunnel(page: Page) {
  let inTunnel = true;
  let lost = '';
  await page.route(/\/(?:healthz|api\/letters)\b/, (route, request) => {
    if (inTunnel) lost += request.url();
    else return route.continue();
  });
  return {
    /** The addresses that were asked for in the tunnel. They are never answered. */
    lost: () => lost,
    leave() {
      inTunnel = false;
    },
  };
}

test('a reader whose connection is dead is told so where the words will be, and reads them when it is back', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/console: The letter could not be loaded/);
  await site.send({ title: 'On its way', content: 'Here at last.' });
  await page.clock.install();
  await page.goto('/');
  const tunnel = await enterTunnel(page);
  // Before the words are asked for: however busy the machine is, they are not given up early.
  await pauseClock(page);
  await page.getByRole('link', { name: 'On its way' }).click();
  const card = page.getByRole('dialog', { name: 'On its way' });
  // The card comes after a frame.
  await page.clock.runFor(100);
  await expect(card.locator('[aria-live]')).toHaveText('Loading letter...');
  await page.clock.fastForward(LONG);
  await expect.poll(tunnel.lost).toContain('healthz');
  await expect(card.locator('[aria-live]')).toHaveText('Loading letter...');
  await page.clock.fastForward(SHORT);
  await expect(card.locator('[aria-live]')).toHaveText(
    'The site cannot be reached. This letter will be here as soon as it can be fetched.',
  );
  tunnel.leave();
  await page.clock.resume();
  await page.clock.fastForward(LONG);
  await page.clock.fastForward(LONG);
  await expect(card).toContainText('Here at last.');
  await page.keyboard.press('Escape');
  await expect(page.locator('.notice')).toHaveCount(0);
});

test('words that come only once their letter was left do not replace those of the next one', async ({
  page,
  site,
}) => {
  const slow = await site.send({ title: 'Slow', content: 'Much later.' });
  await site.send({ title: 'Quick', content: 'At once.' });
  const { answered, release } = await holdAnswer(page, new RegExp(`api/letters/${slow.id}`));
  await page.goto('/');
  await page.getByRole('link', { name: 'Slow' }).click();
  await answered;
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Quick' }).click();
  const card = page.getByRole('dialog', { name: 'Quick' });
  await expect(card).toContainText('At once.');
  const late = page.waitForResponse(`**/api/letters/${slow.id}`);
  release();
  await (await late).finished();
  // By the time that this page hears of another letter, it has read those words.
  await site.send({ title: 'Newest' });
  await expect(page.locator('.envelope', { hasText: 'Newest' })).toBeAttached();
  await expect(card).toContainText('At once.');
});

test('where nobody tells of changes, words that were fetched a while before their letter is opened are not shown', async ({
  page,
  site,
}) => {
  const letter = await site.send({ title: 'Near for a while', content: 'First words' });
  await page.clock.install();
  await page.route('**/api/live*', (route) => route.fulfill({ status: 204 }));
  await page.goto('/');
  const envelope = page.getByRole('link', { name: letter.title });
  const fetched = page.waitForResponse(`**/api/letters/${letter.id}`);
  await envelope.hover();
  await fetched;
  await site.update(letter, { content: 'Second words' });
  await page.clock.fastForward(11_000);
  await envelope.click();
  await expect(page.getByRole('dialog')).toContainText('Second words');
});

test('more letters whose request is never answered are asked for again', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/console: The letters could not be loaded/);
  trouble.allow(/console: The letter could not be loaded/);
  for (let day = 1; day < 26; day += 1) await site.send({ title: `Letter ${day}` });
  // In a small window nothing in view fetches them automatically.
  await page.setViewportSize({ width: 360, height: 500 });
  await page.clock.install();
  await page.goto('/');
  await page
    .locator('.envelope', { hasText: /Letter 3(?!\d)/ })
    .evaluate((envelope: HTMLElement) => envelope.click());
  await expect(page.getByRole('dialog', { name: 'Letter 3' })).toBeVisible();
  const tunnel = await enterTunnel(page);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(tunnel.lost).toContain('after=');
  tunnel.leave();
  await page.clock.fastForward(LONG);
  await page.clock.fastForward(LONG);
  await expect(page.getByRole('link', { name: 'Earlier Letter 1' })).toBeVisible();
});

test('an owner whose connection is dead or slow is told that the portal is not there yet, and it opens if it comes after all', async ({
  page,
}) => {
  const release = await holdRequests(page, '**/assets/portal-*');
  await page.clock.install();
  await page.goto('/');
  const asked = page.waitForRequest('**/assets/portal-*');
  await page.getByRole('button', { name: 'portal', exact: true }).click();
  await asked;
  const notice = page.getByRole('alert').filter({ hasText: /\S/ });
  await expect(notice).toHaveCount(0);
  await page.clock.fastForward(LONG);
  await expect(notice).toHaveText(
    'The portal is still loading, and opens by itself. If nothing happens, reload the page.',
  );
  release();
  await expect(accessDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(accessDialog(page)).toBeHidden();
  await expect(notice).toHaveCount(0);
});

test('an owner for whom the portal came in time is not told later that it does not come', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  await openPortal(page);
  await page.clock.fastForward(LONG);
  await page.keyboard.press('Escape');
  await expect(accessDialog(page)).toBeHidden();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
});

test('an owner who sends a letter over a dead connection sees in the question that it is under way', async ({
  page,
}) => {
  await begin(page, { title: 'Into a tunnel', content: 'Words' });
  const release = await holdRequests(page, '**/api/portal/drafts/*');
  await submitAndConfirm(page);
  const waiting = confirmDialog(page).getByText('One moment...');
  await expect(waiting).toBeFocused();
  await expect(async () => {
    const box = await waiting.boundingBox();
    expect(box?.height).toBeGreaterThan(10);
  }).toPass();
  release();
  await expect(linkDialog(page)).toBeVisible();
});

for (const status of [200, 404]) {
  test(`a network that answers everything with a page of its own, and status ${status}, is not taken for the site`, async ({
    page,
    site,
    trouble,
  }) => {
    trouble.expect(/console: The letter could not be loaded/);
    trouble.allow(/console: Failed to load resource.* 404/);
    await site.send({ title: 'On its way', content: 'Here at last.' });
    await page.goto('/');
    const everything = /\/(?:healthz|api\/letters)\b/;
    await page.route(everything, (route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<h1>Please log in.</h1>' }),
    );
    await page.getByRole('link', { name: 'On its way' }).click();
    const card = page.getByRole('dialog', { name: 'On its way' });
    await expect(card.locator('[aria-live]')).toContainText('The site cannot be reached.');
    await page.unroute(everything);
    await expect(card).toContainText('Here at last.');
  });
}
