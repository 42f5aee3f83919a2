import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';

/** The paths of the letters that the worker keeps. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const paths = (await (await caches.open('kept')).keys()).map(
      ({ url }) => new URL(url).pathname,
    );
    return paths.filter((path) => path.startsWith('/api/letters/')).toSorted();
  });

const wordsOf = ({ id }: { id: string }) => `/api/letters/${id}`;

/** The page tells the worker of a change at once. */
const waitForNothing = (page: Page) =>
  page.addInitScript(() => {
    Math.random = () => 0;
  });

const home = (page: Page) => page.evaluate(async () => (await caches.match('/'))?.text());

test('a letter that arrives while the page is open is in the list that can be read offline, too', async ({
  page,
  site,
}) => {
  await site.send({ title: 'There before' });
  await waitForNothing(page);
  await page.goto('/');
  await expect.poll(() => home(page)).toContain('There before');
  await site.send({ title: 'Arrived since' });
  await expect.poll(() => home(page)).toContain('Arrived since');
});

test('a letter that was read, and changes while the page is open, can be read offline as it is now', async ({
  page,
  site,
}) => {
  const letter = await site.send({ title: 'Read', content: 'First words' });
  const words = () =>
    page.evaluate(async (at) => (await caches.match(at))?.text(), wordsOf(letter));
  await waitForNothing(page);
  await page.goto('/');
  await page.getByRole('link', { name: letter.title }).hover();
  await expect.poll(words).toContain('First words');
  // Only then has the worker nothing more to do for the visit itself.
  await expect.poll(() => home(page)).toContain(letter.title);
  await site.update(letter, { content: 'Second words' });
  await expect.poll(words).toContain('Second words');
});

test('a list that came only once its page had waited for it can be read offline, too', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/^server: /, /503/, /could not be loaded/);
  await site.send({ title: 'Waited for' });
  site.database('ALTER TABLE letters RENAME TO elsewhere');
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  // It has asked again by then, so nothing of the page's first answers is under way.
  await page.waitForResponse((answer) => answer.url().includes('/api/letters'));
  site.database('ALTER TABLE elsewhere RENAME TO letters');
  await expect(page.getByRole('link', { name: 'Waited for' })).toBeVisible();
  await expect.poll(() => home(page)).toContain('Waited for');
});

test('the letters that were read last stay in the cache, whatever the page had read before', async ({
  page,
  site,
}) => {
  const letters: string[] = [];
  for (let nth = 1; nth <= 51; nth += 1) {
    letters.push(wordsOf(await site.send({ title: `Letter ${nth}` })));
  }
  const [first = '', second, ...others] = letters;
  const changed = await site.send({ title: 'Changed' });
  await waitForNothing(page);
  // In Firefox it does not tell which letters the worker has answered.
  await page.addInitScript(() => {
    Object.defineProperty(PerformanceResourceTiming.prototype, 'workerStart', { value: 0 });
  });
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  // Until it has renewed its cache for the first time, the worker may keep letters in another order.
  await expect.poll(() => home(page)).toContain('Changed');
  // The first is read once more at the end, when its place has gone to another; then there is none for the second.
  for (const path of [...letters, first]) {
    await page.evaluate(async (read) => {
      await (await fetch(read)).text();
      // Each is kept before the next is read: their order decides which is evicted.
      while (!(await caches.match(read))) await new Promise((later) => setTimeout(later, 10));
    }, path);
  }
  const last = [first, ...others].toSorted();
  await expect.poll(() => kept(page)).toEqual(last);
  // Once the worker knows of the second change, it has done all that the first one asks for.
  for (const title of ['Changed once', 'Changed twice']) {
    await site.update(changed, { title });
    await expect.poll(() => home(page)).toContain(title);
  }
  expect(await kept(page)).toEqual(last);
  expect(last).not.toContain(second);
});
