import type { BrowserContext, Page } from '@playwright/test';
import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import { neverWait } from '../never-wait.ts';
import { enterPortal } from '../portal.ts';
import { testSeparately } from '../separate-site.ts';

/** The paths of everything that is kept, except the files that pages are made of. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    const paths = requests.flat().map(({ url }) => new URL(url).pathname);
    return paths.filter((path) => !path.startsWith('/assets/')).toSorted();
  });

/** Playwright cuts off the network, but pages that are opened afterwards do not notice. */
async function setOffline(context: BrowserContext, page: Page, offline: boolean): Promise<void> {
  await context.setOffline(offline);
  await context.addInitScript(() => {
    const onLine = { get: () => sessionStorage.getItem('network') !== 'offline' };
    Object.defineProperty(Navigator.prototype, 'onLine', onLine);
  });
  await page.evaluate(
    (network) => {
      sessionStorage.setItem('network', network);
      window.dispatchEvent(new Event(network));
    },
    offline ? 'offline' : 'online',
  );
}

const words = ({ id }: { id: string }) => `/api/letters/${id}`;

/** What is kept under a path. */
const keptText = (page: Page, path: string) =>
  page.evaluate(async (at) => (await caches.match(at))?.text(), path);

/**
 * What is put off is put off for as long as it may be, and what may take longer than the home page does
 * not come: a crowd of readers asks for that long before it has asked after all their letters.
 */
async function putOffLetters(page: Page): Promise<void> {
  await page.addInitScript(neverWait, 8000);
  await page.addInitScript(() => {
    Math.random = () => 0.99;
  });
}

test('letters that were read can be read offline, until the site says that they were withdrawn', async ({
  context,
  page,
  site,
  trouble,
}) => {
  trouble.expect(/ERR_(INTERNET_DISCONNECTED|FAILED)/, /could not be loaded/);
  const read = await site.send({ title: 'First lamp', content: 'Leave a lamp for me.' });
  const alsoRead = await site.send({ title: 'Second ferry', content: 'By the blue door.' });
  const unread = await site.send({ title: 'Third, sealed', content: 'Nobody knows.' });
  const secret = await site.send({ title: 'Secret', hidden: true });
  const card = page.getByRole('dialog');
  const open = async (title: string) => {
    await page.getByRole('link', { name: title }).click();
    await expect(card).toBeVisible();
  };

  // The very first visit is enough: for one letter in its envelope, one by its link, and one hidden.
  await page.goto(`/letter/${secret.id}`);
  // A page tells the worker what it has used once it is idle, and so is not left before.
  await expect.poll(() => kept(page)).toContain('/');
  await page.goto(`/letter/${alsoRead.id}`);
  await expect.poll(() => kept(page)).toContain(words(alsoRead));
  await page.goto('/');
  await open('First lamp');
  await expect(card).toContainText('Leave a lamp for me.');
  await expect.poll(() => kept(page)).toEqual(['/', words(read), words(alsoRead)].toSorted());
  await page.keyboard.press('Escape');

  await setOffline(context, page, true);
  await expect(page.locator('.notice')).toContainText('You are offline.');
  await page.goto(`/letter/${read.id}`);
  await expect(card).toContainText('Leave a lamp for me.');
  await page.goto('/');
  // The card says so before its request has failed.
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('The letter could not be loaded'),
  );
  await open('Third, sealed');
  await expect(card.locator('[aria-live]')).toContainText('You are offline.');
  await logged;
  await page.goto('/');
  await open('Second ferry');
  await expect(card).toContainText('By the blue door.');
  // Its seal is broken, but not that of the other letter, whose words never came.
  const opened = page.locator('.envelope', { hasText: 'opened before' });
  await expect(opened.locator('.envelope__title')).toHaveText(['Second ferry', 'First lamp']);
  await page.goto(`/letter/${unread.id}`);
  await expect(card.locator('[aria-live]')).toContainText('You are offline.');
  await expect(page.getByText('Link not found!')).toHaveCount(0);

  // Meanwhile one is hidden, and another has changed.
  await site.update(read, { hidden: true });
  await site.update(alsoRead, { content: 'By the green door.' });
  await setOffline(context, page, false);
  await expect(card).toContainText('Nobody knows.');
  await expect.poll(() => kept(page)).toEqual(['/', words(alsoRead), words(unread)].toSorted());
  // One is evicted before the other is renewed, and the home page is renewed last.
  await expect.poll(() => keptText(page, words(alsoRead))).toContain('By the green door.');
  await expect.poll(() => keptText(page, '/')).not.toContain('First lamp');

  await setOffline(context, page, true);
  await page.goto('/');
  await expect(page.locator('.envelope__title')).toHaveText(['Third, sealed', 'Second ferry']);
  await open('Second ferry');
  await expect(card).toContainText('By the green door.');
  await page.goto(`/letter/${read.id}`);
  await expect(card.locator('[aria-live]')).toContainText('You are offline.');
  await expect(card).not.toContainText('Leave a lamp for me.');
});

testSeparately(
  'if the site is down although there is a network, readers are told so, and can read cached letters until it is back',
  async ({ page, separateSite: site, trouble }) => {
    trouble.expect(/could not be loaded/);
    // A killed server fails requests in many ways, depending on what was under way.
    trouble.allow(/ERR_/);
    const read = await site.send({ title: 'First lamp', content: 'Leave a lamp for me.' });
    await site.send({ title: 'Third, sealed', content: 'Nobody knows.' });
    const card = page.getByRole('dialog');
    const notice = page.locator('.notice');
    await page.goto('/');
    await page.getByRole('link', { name: 'First lamp' }).click();
    await expect(card).toContainText('Leave a lamp for me.');
    await expect.poll(() => kept(page)).toEqual(['/', words(read)]);
    await page.keyboard.press('Escape');

    await site.kill();
    await page.getByRole('link', { name: 'Third, sealed' }).click();
    await expect(card.locator('[aria-live]')).toContainText('The site cannot be reached.');
    await page.goto('/');
    await expect(notice).toContainText('The site cannot be reached. What you have read');
    await page.getByRole('link', { name: 'First lamp' }).click();
    await expect(card).toContainText('Leave a lamp for me.');
    await expect(notice).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Third, sealed' }).click();
    await expect(card.locator('[aria-live]')).toContainText('The site cannot be reached.');

    await site.startAgain();
    await expect(card).toContainText('Nobody knows.');
    await expect(notice).toHaveCount(0);
  },
);

test('responses under way when the worker takes over are cached as well', async ({
  page,
  site,
}) => {
  const letter = await site.send({ title: 'Slow boat', content: 'I came by sea.' });
  const release = await holdRequests(page, `**${words(letter)}`);
  const asked = page.waitForRequest(`**${words(letter)}`);
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    // A page that is idle late asks only afterwards.
    const asked = new Promise((told) => window.addEventListener('words-asked', told));
    serviceWorker.register = async (...worker) => {
      await asked;
      return register(...worker);
    };
  });
  await page.goto('/');
  // Not by a click: then a browser may count the letter's address among those that the page has loaded.
  await page.getByRole('link', { name: letter.title }).hover();
  await asked;
  await page.evaluate(() => window.dispatchEvent(new Event('words-asked')));
  // By then the worker has handled what the page told it about itself.
  await expect.poll(() => kept(page)).toEqual(['/']);
  release();
  await expect.poll(() => kept(page)).toEqual(['/', words(letter)]);
  await page.getByRole('link', { name: letter.title }).click();
  await expect(page.getByRole('dialog')).toContainText('I came by sea.');
});

test('a letter withdrawn while its reader is there is removed from the cache at once, and nothing of the portal is cached', async ({
  page,
  site,
}) => {
  const letter = await site.send({ title: 'Here one moment', content: 'Gone the next.' });
  await putOffLetters(page);
  await page.goto('/');
  await page.getByRole('link', { name: letter.title }).click();
  await expect.poll(() => kept(page)).toEqual(['/', words(letter)]);
  await page.keyboard.press('Escape');
  await enterPortal(page);
  await page.getByRole('tab', { name: 'manage letters' }).click();
  await expect(page.getByRole('button', { name: /^edit: / })).toBeVisible();
  expect(await kept(page)).toEqual(['/', words(letter)]);
  const scripts = await page.evaluate(async () =>
    (await (await caches.open('kept')).keys()).map(({ url }) => url).join(),
  );
  expect(scripts).toContain('/assets/');
  expect(scripts).not.toContain('portal');
  await site.update(letter, { hidden: true });
  await expect.poll(() => kept(page)).not.toContain(words(letter));
  // The home page that names the letter is removed after its words; then there is another.
  const home = () => page.evaluate(async () => (await (await caches.match('/'))?.text()) ?? '');
  await expect.poll(home).not.toMatch(/Here one moment|^$/);
  expect(await kept(page)).toEqual(['/']);
});

test('after a reset, which reaches all readers at once, only the home page is renewed at once, and what is gone is purged', async ({
  page,
  site,
}) => {
  const letter = await site.send({ title: 'A draft', content: 'First words.' });
  await putOffLetters(page);
  const doubt = Promise.withResolvers<void>();
  await page.route('**/api/live*', async (route) => {
    await doubt.promise;
    await route.fulfill({ contentType: 'text/event-stream', body: 'event: reset\ndata: {}\n\n' });
  });
  const hidden = await site.send({ title: 'Not for long' });
  await page.goto('/');
  await expect.poll(() => kept(page)).toEqual(['/']);
  // On a first visit, every answer that comes late has the cache renewed; and so has each page once it is idle.
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => new Promise(() => {});
  });
  await page.reload();
  // The focus stays on the one that stays: if it came there, that would fetch its words.
  for (const one of [hidden, letter]) {
    await page.getByRole('link', { name: one.title }).click();
    await expect.poll(() => kept(page)).toContain(words(one));
    await page.keyboard.press('Escape');
  }
  await site.update(letter, { title: 'A fair copy', content: 'Second words.' });
  await site.update(hidden, { hidden: true });
  doubt.resolve();
  await expect.poll(() => kept(page)).toEqual(['/', words(letter)]);
  await expect.poll(() => keptText(page, '/')).toContain('A fair copy');
  await page.waitForTimeout(1000);
  expect(await keptText(page, words(letter))).toContain('First words.');
});
