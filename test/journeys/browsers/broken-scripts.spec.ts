import type { Page } from '@playwright/test';
import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import { neverWait } from '../never-wait.ts';
import { begin, draftStatus, field } from '../portal.ts';

test.use({ serviceWorkers: 'block' });

const LETTER = { title: 'From the night ferry', content: 'One more line.' };

test('if a script cannot be parsed, letters open on their own pages at once, and a button has the page loaded again', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/page: Unexpected token '<'/);
  const { id } = await site.send(LETTER);
  const answered = Promise.withResolvers<void>();
  await page.route('**/assets/react-*.js', async (route) => {
    await answered.promise;
    await route.fulfill({ contentType: 'text/javascript', body: '<html>Please log in.</html>' });
  });
  await page.addInitScript(neverWait, 1000);
  const documents = countDocuments(page);
  await page.goto('/', { waitUntil: 'commit' });
  const portal = page.getByRole('button', { name: 'portal' });
  await portal.click();
  await expect(portal).toHaveAttribute('data-pressed');
  answered.resolve();
  await expect.poll(documents).toBe(2);
  await expect(portal).not.toHaveAttribute('data-pressed');
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page).toHaveURL(`/letter/${id}#letter`);
  await expect(page.locator('.sheet')).toContainText(LETTER.content);
});

/** As some networks do. The page's policy refuses it. */
function injectScript(page: Page): Promise<unknown> {
  return page.route('/', async (route) => {
    const response = await route.fetch();
    const injected = '<script src="https://statistics.example/count.js"></script></body>';
    const body = (await response.text()).replace('</body>', injected);
    await route.fulfill({ response, body });
  });
}

test('a script that is not the site’s, and is refused, has no page loaded again', async ({
  page,
  trouble,
}) => {
  trouble.allow(/console: .*Content Security Policy|request: csp/);
  await injectScript(page);
  const release = await holdRequests(page, '**/assets/*.js');
  const documents = countDocuments(page);
  await page.goto('/', { waitUntil: 'commit' });
  const portal = page.getByRole('button', { name: 'portal' });
  await portal.click();
  await page.waitForLoadState('domcontentloaded');
  release();
  await expect(page.getByLabel('password')).toBeVisible();
  expect(documents()).toBe(1);
});

/** Both pages observe their size. */
function breakPages(): void {
  window.ResizeObserver = class {
    constructor() {
      throw new Error('A fault');
    }
  } as unknown as typeof ResizeObserver;
}

/** How often the page itself was requested. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

test('after a fault a page is shown as without scripts, where letters can be read', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/A fault/);
  const { id } = await site.send(LETTER);
  await page.addInitScript(breakPages);
  await page.addInitScript(neverWait, 1000);
  const documents = countDocuments(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(documents).toBe(2);
  const envelope = page.getByRole('link', { name: LETTER.title });
  await expect(envelope).toBeVisible();
  await envelope.click();
  await expect(page).toHaveURL(`/letter/${id}#letter`);
  await expect.poll(documents).toBe(4);
  const card = page.locator('.sheet');
  await expect(card).toContainText(LETTER.content);
  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(card).toBeHidden();
  await envelope.click();
  await expect(card).toBeVisible();
  await expect(page.getByText('Link not found!')).toHaveCount(0);
  expect(documents()).toBe(4);
});

test('after a fault a page is not loaded again because of a script that is not its own', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/A fault/);
  trouble.allow(/console: .*Content Security Policy|request: csp/);
  await site.send(LETTER);
  await page.addInitScript(breakPages);
  await injectScript(page);
  const documents = countDocuments(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(documents).toBe(2);
  await page.waitForLoadState('load');
  await page.getByRole('link', { name: LETTER.title }).hover();
  expect(documents()).toBe(2);
});

test('a page whose fault has passed has its scripts again at the next visit', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/A fault/);
  await site.send(LETTER);
  const fault = await page.addInitScript(breakPages);
  const documents = countDocuments(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(documents).toBe(2);
  await expect(page.getByRole('link', { name: LETTER.title })).toBeVisible();
  await fault.dispose();
  await page.reload();
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page.getByRole('dialog', { name: LETTER.title })).toBeVisible();
  expect(documents()).toBe(3);
});

test('if the page’s own script throws, the page is shown as without scripts', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/A fault/);
  trouble.allow(/page: |console: /);
  const { id } = await site.send(LETTER);
  await page.route('**/assets/home-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("A fault")' }),
  );
  await page.addInitScript(neverWait, 1000);
  const documents = countDocuments(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(documents).toBe(2);
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page).toHaveURL(`/letter/${id}#letter`);
});

test('a page that is not the one that its scripts expect is shown as without scripts, and not loaded for ever', async ({
  page,
  baseURL,
  trouble,
}) => {
  trouble.allow(/console: The page had a fault/);
  trouble.allow(/console: Failed to load resource.* 404/);
  await page.route('/', async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${baseURL}/nowhere` }) }),
  );
  await page.addInitScript(neverWait, 1000);
  const documents = countDocuments(page);
  await page.goto('/', { waitUntil: 'commit' });
  // A page that has not come as far as its scripts has none either.
  const isWithoutScripts = () =>
    page.evaluate(
      () => document.readyState !== 'loading' && document.getElementById('scripts') === null,
    );
  await expect.poll(() => isWithoutScripts().catch(() => false)).toBe(true);
  await expect(page.getByRole('heading', { name: 'Link not found!' })).toBeVisible();
  expect(documents()).toBe(2);
});

/** A letter with these words cannot be drawn. */
function breakAt(words: string): void {
  const { test } = RegExp.prototype;
  RegExp.prototype.test = function (text) {
    if (String(text).includes(words)) throw new Error('A fault');
    return test.call(this, text);
  };
}

/** The longer one takes more bytes than may be sent while a page goes away. */
for (const [length, words] of [
  ['a short', 'First words'],
  ['a long', 'ж'.repeat(40_000)],
] as const) {
  test(`after a fault of the portal, the words of just before are a draft, also of ${length} letter, and nobody is asked to stay`, async ({
    page,
    site,
    trouble,
  }) => {
    trouble.expect(/A fault/);
    // React draws again at once what failed while something more urgent came in between.
    trouble.allow(/Minified React error #520/);
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      return dialog.dismiss();
    });
    await begin(page, { title: 'Half done', content: words });
    await expect(draftStatus(page)).toHaveText('draft saved');
    // Locking may take as long as it wants.
    await page.route('**/api/session', (route, request) => {
      if (request.method() !== 'DELETE') return route.continue();
    });
    await page.evaluate(breakAt, 'and the fault');
    const documents = countDocuments(page);
    await field(page, 'content').press('End');
    await page.keyboard.insertText(', more words');
    await page.keyboard.insertText(', and the fault');
    await expect.poll(documents).toBe(1);
    const portal = page.getByRole('button', { name: 'portal' });
    await portal.click();
    await expect.poll(documents, 'A pressed button tries the scripts again').toBe(2);
    await portal.click();
    await expect(page.getByLabel('password')).toBeVisible();
    expect(questions).toEqual([]);
    await expect
      .poll(async () => (await site.drafts()).map(({ content }) => content.replace(words, '')))
      .toEqual([expect.stringMatching(/^, more words/)]);
  });
}
