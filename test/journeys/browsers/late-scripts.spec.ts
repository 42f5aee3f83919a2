import type { Request } from '@playwright/test';
import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import { neverWait } from '../never-wait.ts';

test.use({ serviceWorkers: 'block' });

const LETTER = { title: 'From the night ferry', content: 'One more line.' };

test('a letter that was opened before the script loaded can be closed', async ({ page, site }) => {
  const { id } = await site.send(LETTER);
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto(`/letter/${id}`, { waitUntil: 'commit' });
  await page.getByRole('link', { name: LETTER.title }).click();
  const card = page.locator('.sheet');
  await expect(card).toBeVisible();
  await expect(card).toContainText(LETTER.content);
  release();
  await expect(page.getByRole('dialog', { name: LETTER.title })).toBeVisible();
  await expect(page.locator('.sheet[open]')).toBeVisible();
  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(card).toBeHidden();
});

test('a letter that is being read does not move when the script loads, also where the phone has made a link of a number', async ({
  page,
  site,
}) => {
  const { id } = await site.send({ ...LETTER, content: 'Call 555 0100.\n\n'.repeat(200) });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...movement) {
      document.documentElement.toggleAttribute('data-test-moved', true);
      return animate.apply(this, movement);
    };
  });
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto(`/letter/${id}#letter`, { waitUntil: 'commit' });
  const paper = page.locator('.sheet__paper');
  await expect(paper).toBeVisible();
  await paper.evaluate((element) => {
    element.scrollTo(0, 300);
    const number = document.createRange();
    const line = element.querySelector('.sheet__content span')?.firstChild as Text;
    number.setStart(line, 'Call '.length);
    number.setEnd(line, 'Call 555 0100'.length);
    number.surroundContents(document.createElement('a'));
  });
  release();
  // By then the script has done everything that it does with an open letter.
  await expect(page.locator('main[inert]')).toBeAttached();
  await expect(page.getByRole('heading', { name: LETTER.title })).toBeFocused();
  await expect(page.locator('[data-test-moved]')).toHaveCount(0);
  await expect(paper).toHaveJSProperty('scrollTop', 300);
  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(paper).toBeHidden();
});

test('Back leads to the home page also before a reloaded letter has its scripts', async ({
  page,
  site,
}) => {
  const { id } = await site.send(LETTER);
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page).toHaveURL(`/letter/${id}`);
  const release = await holdRequests(page, '**/assets/*.js');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'A letter for you!' })).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/');
  release();
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page.getByRole('dialog', { name: LETTER.title })).toBeVisible();
});

test('Back leads to the home page, with its scripts, also before the page of a letter that is gone has its own', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/404/);
  const { id } = await site.send(LETTER);
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page).toHaveURL(`/letter/${id}`);
  await site.delete({ id });
  const release = await holdRequests(page, '**/assets/*.js');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Link not found!' })).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/');
  release();
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
  await expect(page.locator('.sheet[data-alive]')).toBeAttached();
});

test('a page restored at its scroll position hydrates even if its first paint is not reported, as in Firefox', async ({
  page,
  site,
}) => {
  await site.send(LETTER);
  await page.setViewportSize({ width: 360, height: 300 });
  await page.goto('/');
  await page.evaluate(() => scrollTo(0, 50));
  await page.addInitScript(neverWait, 1000);
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.reload({ waitUntil: 'load' });
  await expect(page.locator('.sheet[data-alive]')).toBeAttached();
});

test('in a browser that reports nothing of its performance, as a hardened Firefox, the scripts run all the same', async ({
  page,
}) => {
  await page.addInitScript(neverWait, 1000);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PerformanceObserver'));
  await page.goto('/');
  await expect(page.locator('.sheet[data-alive]')).toBeAttached();
});

test('a press before the script has loaded takes effect when it has', async ({ page, site }) => {
  await site.send(LETTER);
  let scripts = Promise.withResolvers<void>();
  // However long the scripts take, the letter's link is not followed.
  await page.addInitScript(neverWait, 1000);
  await page.route('**/assets/react-*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  const press = async (name: string, role: 'link' | 'button') => {
    scripts = Promise.withResolvers();
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole(role, { name }).click();
    scripts.resolve();
  };
  await press('portal', 'button');
  await expect(page.getByRole('dialog', { name: 'portal access' })).toBeVisible();
  await press(LETTER.title, 'link');
  await expect(page.getByRole('dialog', { name: LETTER.title })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeAttached();
});

test('a control pressed before the script has loaded looks pressed until it takes effect or is left', async ({
  page,
  site,
}) => {
  await site.send(LETTER);
  const release = await holdRequests(page, '**/assets/react-*.js');
  // However long this takes, the letter's link is not followed.
  await page.addInitScript(neverWait, 1000);
  await page.goto('/', { waitUntil: 'commit' });
  const envelope = page.getByRole('link', { name: LETTER.title });
  const seal = envelope.locator('.envelope__seal');
  const portal = page.getByRole('button', { name: 'portal' });
  await portal.click();
  await expect(portal).toHaveAttribute('data-pressed');
  await envelope.click();
  await expect(portal).not.toHaveAttribute('data-pressed');
  await expect(envelope).toHaveAttribute('data-pressed');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(seal).toHaveCSS('animation-name', 'waiting');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  await expect(seal).toHaveCSS('animation-name', 'none');
  await envelope.click();
  release();
  await expect(page.getByRole('dialog', { name: LETTER.title })).toBeVisible();
  await expect(page.locator('[data-pressed]')).toHaveCount(0);
});

test('a letter pressed while the script does not load opens on its own page, and a button goes on waiting', async ({
  page,
  site,
}) => {
  const { id } = await site.send(LETTER);
  const visits: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) visits.push(new URL(request.url()).pathname);
  });
  await page.route('**/assets/react-*.js', () => {});
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'portal' }).click();
  await page.evaluate(() => new Promise((later) => setTimeout(later, 1600)));
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page).toHaveURL(`/letter/${id}#letter`);
  await expect(page.getByText(LETTER.content)).toBeInViewport();
  expect(visits).toEqual(['/', `/letter/${id}`]);
});

test('a letter that opens while its page is loading stays open, and that page is not shown', async ({
  page,
  site,
}) => {
  const { id } = await site.send(LETTER);
  const release = await holdRequests(page, '**/assets/react-*.js');
  await page.route(`**/letter/${id}`, () => {});
  const isItsPage = (request: Request) => request.url().endsWith(`/letter/${id}`);
  const asked = page.waitForEvent('request', isItsPage);
  const stopped = page.waitForEvent('requestfailed', isItsPage);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: LETTER.title }).click();
  await asked;
  release();
  await stopped;
  const card = page.getByRole('dialog', { name: LETTER.title });
  await expect(card).toContainText(LETTER.content);
  await card.getByRole('button', { name: 'Close letter' }).click();
  await expect(page).toHaveURL('/');
  // The page still gets everything else, although that was requested by then.
  await site.send({ title: 'Heard of all the same' });
  await expect(page.getByRole('link', { name: 'Heard of all the same' })).toBeVisible();
});

test('if a script fails, letters open on their own pages, and can be opened and closed there', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/assets\/react-.*\.js/);
  const { id } = await site.send(LETTER);
  const failed = Promise.withResolvers<void>();
  await page.route('**/assets/react-*.js', async (route) => {
    await failed.promise;
    await route.abort();
  });
  await page.addInitScript(neverWait, 1000);
  await page.goto('/', { waitUntil: 'commit' });
  const envelope = page.getByRole('link', { name: LETTER.title });
  await envelope.click();
  failed.resolve();
  await expect(page).toHaveURL(`/letter/${id}#letter`);
  const card = page.locator('.sheet');
  await expect(card).toBeVisible();
  await expect(card).toContainText(LETTER.content);
  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(card).toBeHidden();
  await envelope.click();
  await expect(card).toBeVisible();
});
