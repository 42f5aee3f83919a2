import type { Page } from '@playwright/test';
import type { LetterJson } from '#core/letter.ts';
import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import type { Site } from '../site.ts';
import { watchArrivals } from './watch-arrivals.ts';

const titles = (page: Page) => page.locator('.envelope__title');

/** Wherever a stranger could come across a letter. */
async function publicPlaces(site: Site): Promise<string> {
  const paths = ['/', '/api/letters', '/feed.xml', '/sitemap.xml'];
  const texts = paths.map(async (path) => (await fetch(site.url + path)).text());
  return (await Promise.all(texts)).join('\n');
}

test('the list contains visible letters, newest first', async ({ page, site }) => {
  await site.send({ title: 'Second', date: '2026-05-05' });
  await site.send({ title: 'Third', date: '2024-05-05' });
  await site.send({ title: 'Out of sight', date: '2026-06-06', hidden: true });
  await site.send({ title: 'First', date: '2026-07-07' });
  await site.send({ title: 'First of all, sent later on the same day', date: '2026-07-07' });
  await page.goto('/');
  await expect(titles(page)).toHaveText([
    'First of all, sent later on the same day',
    'First',
    'Second',
    'Third',
  ]);
});

test('letters appear, change and disappear while a reader watches', async ({ page, site }) => {
  await page.goto('/');
  const comeIn = await watchArrivals(page);
  await expect(page.getByRole('heading', { name: 'No Letters Yet' })).toBeVisible();
  const letter = await site.send({ title: 'One', date: '2026-02-02' });
  await expect(titles(page)).toHaveText(['One']);
  await expect(page.getByText('No Letters Yet')).toBeHidden();
  const older = await site.send({ title: 'Older', date: '2026-01-01' });
  await expect(titles(page)).toHaveText(['One', 'Older']);
  const changed = await site.update(letter, { title: 'One, in other words' });
  await expect(titles(page)).toHaveText(['One, in other words', 'Older']);
  const hidden = await site.update(changed, { hidden: true });
  await expect(titles(page)).toHaveText(['Older']);
  const given = await site.update(hidden, { hidden: false });
  await expect(titles(page)).toHaveText(['One, in other words', 'Older']);
  expect(await comeIn()).toEqual(['One', 'Older', 'One, in other words']);
  await site.delete(given);
  await expect(titles(page)).toHaveText(['Older']);
  await site.delete(older);
  await expect(page.getByRole('heading', { name: 'No Letters Yet' })).toBeVisible();
});

test('a letter that is hidden disappears from every public place, and can be read by its link', async ({
  page,
  site,
  newReader,
}) => {
  await site.send({ title: 'It stays' });
  const letter = await site.send({ title: 'Between us', content: 'Only for you.' });
  const isPublic = async ({ id, title }: LetterJson) => {
    const places = await publicPlaces(site);
    return [places.includes(id), places.includes(title)];
  };
  expect(await isPublic(letter)).toEqual([true, true]);

  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Between us' })).toBeVisible();
  const hidden = await site.update(letter, { hidden: true });
  await expect(page.getByRole('link', { name: 'Between us' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'It stays' })).toBeVisible();
  expect(await isPublic(letter)).toEqual([false, false]);

  const friend = await newReader();
  const answer = await friend.goto(`/letter/${letter.id}`);
  expect(answer?.headers()['cache-control']).toBe('private, no-store');
  await friend.getByRole('link', { name: 'Between us' }).click();
  await expect(friend.getByRole('dialog')).toContainText('Only for you.');

  await site.update(hidden, { hidden: false });
  await expect(page.getByRole('link', { name: 'Between us' })).toBeVisible();
  expect(await isPublic(letter)).toEqual([true, true]);
});

test('a letter that was never public causes no event', async ({ page, site }) => {
  await page.goto('/');
  await page.evaluate(() => {
    const stream = new EventSource('/api/live');
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const kind of ['shown', 'withdrawn', 'reset']) {
      stream.addEventListener(kind, ({ data }) => heard.push(`${kind} ${data}`));
    }
    return new Promise((resolve) => stream.addEventListener('open', resolve, { once: true }));
  });
  const secret = await site.send({ title: 'A secret', hidden: true });
  await site.delete(await site.update(secret, { title: 'Another secret' }));
  await site.send({ title: 'No secret' });
  await expect(titles(page)).toHaveText(['No secret']);
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  // There are two streams, and one may hear earlier than the other.
  await expect.poll(heard).not.toEqual([]);
  expect(await heard()).toEqual([expect.stringContaining('No secret')]);
  expect(await page.content()).not.toContain(secret.id);
  expect(await publicPlaces(site)).not.toContain(secret.id);
});

test('a letter that belongs further down moves nothing when the letters before it are loaded', async ({
  newReader,
  site,
}) => {
  for (let day = 1; day <= 30; day += 1) await site.send({ title: `Letter ${day}` });
  const page = await newReader({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'no-preference',
  });
  await page.goto('/');
  // The page may be from before the last of them, which then arrive.
  await expect(titles(page).first()).toHaveText('Letter 30');
  await page.evaluate(() => {
    const stream = new EventSource('/api/live');
    const told = new Promise((resolve) => stream.addEventListener('shown', resolve));
    const moved: unknown[] = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (keyframes, options) {
      moved.push(this.textContent);
      return animate.call(this, keyframes, options);
    };
    Object.assign(window, { told, moved });
    return new Promise((resolve) => stream.addEventListener('open', resolve, { once: true }));
  });
  await site.send({ title: 'From long ago', date: '2020-01-01' });
  await page.evaluate(() => (window as unknown as { told: Promise<unknown> }).told.then(() => {}));
  await page.getByRole('link', { name: 'More letters' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('From long ago')).toBeAttached();
  expect(await page.evaluate(() => (window as unknown as { moved: unknown[] }).moved)).toEqual([]);
});

test('a letter that was changed shows its new words when it is opened again at once', async ({
  page,
  site,
}) => {
  const letter = await site.send({ title: 'First', content: 'A word to take back.' });
  await page.goto('/');
  await page.getByRole('link', { name: 'First' }).click();
  const card = page.getByRole('dialog');
  await expect(card).toContainText('A word to take back.');
  await site.update(letter, { title: 'Second', content: 'A better one.' });
  await expect(titles(page)).toHaveText(['Second']);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await page.getByRole('link', { name: 'Second' }).click();
  await expect(card).toContainText('A better one.');
  await expect(card).not.toContainText('A word to take back.');
});

test('the stream continues from the state of the page, so no change is missed in between', async ({
  page,
  site,
}) => {
  await site.send({ title: 'Before' });
  const release = await holdRequests(page, '**/api/live*');
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(titles(page)).toHaveText(['Before']);
  await site.send({ title: 'In between' });
  release();
  await expect(titles(page)).toHaveText(['In between', 'Before']);
});

test('of a letter that a new one moves to another part of the list, no arrival is looked for', async ({
  page,
  site,
}) => {
  // As many as one part holds.
  for (let nth = 1; nth <= 12; nth += 1) {
    await site.send({ title: `Letter ${nth}`, date: '2026-01-02' });
  }
  await page.addInitScript(() => {
    const { getAnimations } = Element.prototype;
    const lookedFor: (string | null)[] = [];
    Object.assign(window, { lookedFor });
    Element.prototype.getAnimations = function (options) {
      if (this.localName === 'li') lookedFor.push(this.textContent);
      return getAnimations.call(this, options);
    };
  });
  const lookedFor = () =>
    page.evaluate(() => (window as unknown as { lookedFor: string[] }).lookedFor.splice(0));
  await page.clock.install();
  await page.goto('/');
  await page.clock.runFor(4000);
  expect(await lookedFor()).toHaveLength(12);
  await site.send({ title: 'Just in', date: '2026-01-03' });
  await expect(page.locator('.grid__part').nth(1).getByRole('link')).toHaveText(/Letter 1/);
  await page.clock.runFor(4000);
  // Each time, the browser would bring the style of the page up to date.
  expect(await lookedFor()).toEqual([expect.stringContaining('Just in')]);
});
