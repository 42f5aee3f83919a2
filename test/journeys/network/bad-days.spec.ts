import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';

test.use({ serviceWorkers: 'block' });

const HIDE_TABLE = 'ALTER TABLE letters RENAME TO letters_elsewhere';
const BRING_BACK = 'ALTER TABLE letters_elsewhere RENAME TO letters';
const SERVER_SAYS = /^server: /;

/** After a restart, a page may reconnect too early, and then asks whether the site is there. */
const BEFORE_THE_SITE = /ERR_(CONNECTION_\w+|SOCKET_NOT_CONNECTED) .*\/(api\/live|healthz)/;

test('a home page without its store answers 503, says it is loading, and recovers by itself', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(
    SERVER_SAYS,
    /console: Failed to load resource.*503.*\/\)$/,
    /503/,
    /could not be loaded/,
  );
  await site.send({ title: 'Still here' });
  site.database(HIDE_TABLE);
  const answer = await page.goto('/');
  expect(answer?.status()).toBe(503);
  await expect(page.locator('[aria-live]').filter({ hasText: /\S/ })).toHaveText(
    'Loading letters...',
  );
  await expect(page.getByText('No Letters Yet')).toBeHidden();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  // It has asked again in vain, and keeps asking.
  await page.waitForResponse(
    (response) => response.url().includes('/api/letters') && response.status() === 503,
  );
  site.database(BRING_BACK);
  await expect(page.getByRole('link', { name: 'Still here' })).toBeVisible();
  await expect(page.getByText('Loading letters...')).toBeHidden();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);

  // And from then on it is live again.
  await site.send({ title: 'Welcome back', date: '2030-01-01' });
  await expect(page.getByRole('link', { name: 'Welcome back' })).toBeVisible();
});

test('a letter that cannot be loaded shows the not-found page, which does not say that the letter is gone', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(SERVER_SAYS, /console: .*503/);
  const { id } = await site.send({ title: 'Still here' });
  site.database(HIDE_TABLE);
  const answer = await page.goto(`/letter/${id}`);
  expect(answer?.status()).toBe(503);
  await expect(page.getByRole('heading', { name: 'Link not found!' })).toBeVisible();
  site.database(BRING_BACK);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Still here' })).toBeVisible();
});

test('an error in loading more letters is only logged', async ({ page, site, trouble }) => {
  trouble.expect(/ERR_FAILED/, /console: The letters could not be loaded/);
  for (let day = 1; day < 26; day += 1) await site.send({ title: `Letter ${day}` });
  await page.route('**/api/letters?*after=*', (route) => route.abort());
  await page.goto('/');
  // Not the browser's own line about the request, which comes first.
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('The letters could not be loaded'),
  );
  await page.getByRole('link', { name: 'More letters' }).scrollIntoViewIfNeeded();
  await logged;
  await expect(page.locator('.envelope')).toHaveCount(24);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a reader who has turned to the last loaded letter while more cannot be loaded can go on as soon as they can', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED/, /console: The letters could not be loaded/);
  for (let day = 1; day < 26; day += 1) await site.send({ title: `Letter ${day}` });
  // In a small window nothing in view fetches them automatically.
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto('/');
  const more = '**/api/letters?*after=*';
  await page.route(more, (route) => route.abort());
  // Not the browser's own line about the request, which comes first.
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('The letters could not be loaded'),
  );
  await page
    .locator('.envelope', { hasText: /Letter 3(?!\d)/ })
    .evaluate((envelope: HTMLElement) => envelope.click());
  await expect(page.getByRole('dialog', { name: 'Letter 3' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  const card = page.getByRole('dialog', { name: 'Letter 2' });
  await expect(card).toBeVisible();
  await logged;
  await page.unroute(more);
  await expect(card.getByRole('link', { name: 'Earlier Letter 1' })).toBeVisible();
});

test('a site that has answered is not reported as offline because of an earlier request', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED/);
  await site.send({ title: 'Here' });
  await page.goto('/');
  const late = Promise.withResolvers<void>();
  await page.route(
    '**/healthz',
    async (route) => {
      await late.promise;
      await route.abort();
    },
    { times: 1 },
  );
  await page.evaluate(() => {
    const asked: Promise<unknown>[] = [];
    Object.assign(window, { asked });
    const ask = window.fetch;
    window.fetch = (...what) => {
      const answer = ask(...what);
      asked.push(answer.catch(() => {}));
      return answer;
    };
  });
  const ask = () => page.evaluate(() => dispatchEvent(new Event('online')));
  const first = page.waitForRequest('**/healthz');
  await ask();
  await first;
  await ask();
  const answered = (nth: number) =>
    page.evaluate(async (at) => {
      await (window as unknown as { asked: Promise<unknown>[] }).asked[at];
      // Until React has rendered the result.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }, nth);
  await answered(1);
  late.resolve();
  await answered(0);
  await expect(page.locator('[aria-live]').filter({ hasText: /\S/ })).toHaveCount(0);
});

test('a letter whose words cannot be loaded is requested until they come', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED/, /console: The letter could not be loaded/);
  await site.send({ title: 'On its way', content: 'Here at last.' });
  await page.goto('/');
  await page.route('**/api/letters/*', (route) => route.abort());
  // The request made when the pointer came near fails silently; that of the opening itself does not.
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('The letter could not be loaded'),
  );
  await page.getByRole('link', { name: 'On its way' }).click();
  const card = page.getByRole('dialog', { name: 'On its way' });
  await expect(card.locator('[aria-live]')).toHaveText('Loading letter...');
  await logged;
  await page.unroute('**/api/letters/*');
  await expect(card).toContainText('Here at last.');
});

test('a letter withdrawn at the moment it is opened leads to the not-found page', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/404/);
  await site.send({ title: 'Here one moment' });
  await page.route('**/api/live*', (route) => route.fulfill({ contentType: 'text/event-stream' }));
  await page.goto('/');
  const envelope = page.getByRole('link', { name: 'Here one moment' });
  await expect(envelope).toBeVisible();
  site.database('DELETE FROM letters');
  await envelope.click();
  await expect(page.getByRole('heading', { name: 'Link not found!' })).toBeVisible();
});

test('a reader whose site was restarted is told of the changes in between', async ({
  page,
  site,
  trouble,
}) => {
  trouble.allow(BEFORE_THE_SITE);
  await site.send({ title: 'Before', date: '2026-01-01' });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Before' })).toBeVisible();
  await site.restart();
  await site.send({ title: 'In between', date: '2026-01-02' });
  const titles = page.locator('.envelope__title');
  await expect(titles).toHaveText(['In between', 'Before']);
});

test('a list that cannot be loaded after a restart is requested until it comes', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/503 .*\/api\/letters/, /could not be loaded/);
  trouble.allow(BEFORE_THE_SITE);
  const taken = await site.send({ title: 'Taken back', date: '2026-01-01' });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Taken back' })).toBeVisible();
  await page.route('**/api/letters*', (route) => route.fulfill({ status: 503, json: {} }), {
    times: 1,
  });
  // A stream that is back before the changes would hear of each, and need no reload.
  const release = await holdRequests(page, '**/api/live*');
  await site.restart();
  await site.update(taken, { hidden: true });
  await site.send({ title: 'In between', date: '2026-01-02' });
  release();
  const titles = page.locator('.envelope__title');
  await expect(titles).toHaveText(['In between']);
});

test('a page that was changed before hydration, as by a translation, stays readable', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/console: .*Minified React error #418/);
  await site.send({ title: 'Still here' });
  const release = await holdRequests(page, '**/assets/*.js');
  await page.clock.install();
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('h1').evaluate((heading) => {
    heading.textContent = 'Für dich.';
  });
  release();
  // The page is rendered anew, and works.
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
  await expect(page).toHaveTitle('Letters');
  await page.getByRole('link', { name: 'Still here' }).click();
  await expect(page.getByRole('dialog')).toContainText('Come by when you can.');
  // Timers that were set for the page as it was sent find it gone, and do nothing.
  await page.clock.fastForward(10_000);
});
