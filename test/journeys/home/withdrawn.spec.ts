import type { Locator, Page } from '@playwright/test';
import { animationPace } from '../animation-pace.ts';
import { expect, test } from '../journey.ts';
import { neverWait } from '../never-wait.ts';

const titles = (page: Page) => page.locator('.envelope__title');

/** How far an envelope is from the window's top, in pixels, once it has come to rest. */
const topOf = (envelope: Locator) =>
  envelope.evaluate(async (one) => {
    const animations = one.closest('li')?.getAnimations() ?? [];
    await Promise.allSettled(animations.map(({ finished }) => finished));
    return one.getBoundingClientRect().top;
  });

test('a letter withdrawn while it is read stays until it is closed, and then fades out', async ({
  page,
  site,
}) => {
  const [first, second] = [
    await site.send({ title: 'First', content: 'Read me.', date: '2026-01-01' }),
    await site.send({ title: 'Second', date: '2026-01-02' }),
  ];
  await site.send({ title: 'Third', date: '2026-01-03' });
  await page.goto('/');
  await page.getByRole('link', { name: 'First' }).click();
  const card = page.getByRole('dialog', { name: 'First' });
  await expect(card).toContainText('Read me.');
  await site.delete(first);
  await expect(card.locator('[aria-live]')).toContainText('This letter has been taken back.');
  await expect(card).toContainText('Read me.');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(titles(page)).toHaveText(['Third', 'Second']);
  await expect(page.getByRole('link', { name: 'Second' })).toBeFocused();
  expect(await page.content()).not.toContain('Read me.');

  // With motion, it fades from its place, and the next one moves there instead of jumping.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() => {
    const moved: unknown[] = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (keyframes, options) {
      moved.push([
        this.querySelector('.envelope__title')?.textContent,
        Object.keys(keyframes ?? {}),
      ]);
      return animate.call(this, keyframes, options);
    };
    Object.assign(window, { moved });
  });
  await site.send({ title: 'Fourth', date: '2026-01-04' });
  await expect(titles(page)).toHaveText(['Fourth', 'Third', 'Second']);
  await site.update(second, { hidden: true });
  await expect(titles(page)).toHaveText(['Fourth', 'Third']);
  await expect(page.getByRole('link', { name: 'Third' })).toBeFocused();
  const moved = await page.evaluate(() => (window as unknown as { moved: unknown[] }).moved);
  expect(moved).toEqual([
    ['Third', ['transform']],
    ['Second', ['transform']],
    ['Second', ['opacity', 'transform']],
    ['Fourth', ['transform']],
    ['Third', ['transform']],
  ]);
});

test('a withdrawn letter that the reader turns back to while it fades can be read to its end', async ({
  newReader,
  site,
}) => {
  await site.send({ title: 'First', date: '2026-01-01' });
  const second = await site.send({ title: 'Second', content: 'Read me.', date: '2026-01-02' });
  const page = await newReader({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('link', { name: 'Second' }).click();
  const card = page.getByRole('dialog', { name: 'Second' });
  await expect(card).toContainText('Read me.');
  await expect(page.locator('html')).toHaveAttribute('data-covered');
  await site.update(second, { hidden: true });
  await expect(card.locator('[aria-live]')).toContainText('This letter has been taken back.');

  const setPace = await animationPace(page);
  await setPace(0.001);
  const fading = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ effect }) => (effect as KeyframeEffect).target?.matches('.grid li')).length,
    );
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog', { name: 'First' })).toBeVisible();
  await expect.poll(fading).toBe(1);
  // Nor when the page's first letters have come in and are no longer observed.
  await page.clock.fastForward(4000);
  expect(await fading()).toBe(1);
  await page.keyboard.press('ArrowRight');
  await expect(card).toContainText('Read me.');
  await setPace(1);
  await expect.poll(fading).toBe(0);
  await expect(card).toContainText('Read me.');
  await page.keyboard.press('Escape');
  await expect(titles(page)).toHaveText(['First']);
});

test('a letter that is hidden and shown again while it is read stays when it is closed', async ({
  page,
  site,
}) => {
  const letter = await site.send({ title: 'Here to stay' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Here to stay' }).click();
  const card = page.getByRole('dialog');
  // One that is hidden before the frame in which it would open is not being read.
  await expect(card).toContainText('Come by when you can.');
  await site.update(letter, { hidden: true });
  await expect(card).toContainText('This letter has been taken back.');
  await site.update(letter, { hidden: false });
  await expect(card).not.toContainText('This letter has been taken back.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Here to stay' })).toBeFocused();
});

test('Forward does not open a letter again that was withdrawn while it was read', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/404/);
  const doomed = await site.send({ title: 'Doomed', content: 'Read me.' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Doomed' }).click();
  await expect(page.getByRole('dialog')).toContainText('Read me.');
  await site.delete(doomed);
  await expect(page.getByRole('dialog')).toContainText('This letter has been taken back.');
  await page.keyboard.press('Escape');
  await expect(titles(page)).toHaveCount(0);
  // With less motion the letter is gone before the step back is done, and there is nothing to go forward to.
  await expect(page).toHaveURL('/');
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Link not found!' })).toBeVisible();
});

test('from a letter that is found to be gone when it is opened, Back leads to the envelopes', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/404/);
  const gone = await site.send({ title: 'Here one moment' });
  // The list does not hear of it.
  await page.route('**/api/live*', (route) => route.fulfill({ status: 204 }));
  await page.goto('/');
  await site.delete(gone);
  const envelope = page.getByRole('link', { name: 'Here one moment' });
  const answered = page.waitForResponse(`**/api/letters/${gone.id}`);
  await envelope.hover();
  await answered;
  await envelope.click();
  await expect(page.getByRole('heading', { name: 'Link not found!' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test.describe(`on a phone, with motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion }, viewport: { width: 390, height: 700 } });

    test('whoever is further down is not moved when letters above the window are withdrawn', async ({
      page,
      site,
    }) => {
      const letters = [];
      for (let at = 0; at < 30; at += 1) letters.push(await site.send({ title: `Letter ${at}` }));
      await page.goto('/');
      const places = page.locator('.grid li');
      // Chromium, for one, keeps nothing in its place any more once letters were added at the end.
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(places).toHaveCount(30);
      const top = () => topOf(page.getByRole('link', { name: 'Letter 5 ' }));
      const others = letters.filter((_, at) => [28, 16, 10].includes(at));
      for (const [count, letter] of others.entries()) {
        const before = await top();
        await site.update(letter, { hidden: true });
        await expect(places).toHaveCount(29 - count);
        // Positions of windows are whole pixels, those of envelopes are not.
        expect(Math.abs((await top()) - before)).toBeLessThan(2);
      }
    });

    test('nor are the letters above one in sight that is withdrawn', async ({ page, site }) => {
      const letters = [];
      for (let at = 0; at < 9; at += 1) letters.push(await site.send({ title: `Letter ${at}` }));
      await page.goto('/');
      const top = () => topOf(page.getByRole('link', { name: 'Letter 5' }));
      await page.evaluate((y) => window.scrollBy(0, y), (await top()) - 150);
      const before = await top();
      await site.update(letters[4] as (typeof letters)[0], { hidden: true });
      await expect(page.locator('.grid li')).toHaveCount(8);
      expect(Math.abs((await top()) - before)).toBeLessThan(2);
    });

    test('nor when a letter is closed above which others were withdrawn meanwhile', async ({
      page,
      site,
    }) => {
      const letters = [];
      for (let at = 0; at < 24; at += 1) letters.push(await site.send({ title: `Letter ${at}` }));
      // The envelope is held for a second; on a busy machine the step back may take longer.
      await page.addInitScript(neverWait, 1000);
      await page.goto('/');
      const envelope = page.getByRole('link', { name: 'Letter 9 ' });
      const card = page.getByRole('dialog', { name: 'Letter 9' });
      const top = () =>
        envelope.evaluate(async (one) => {
          // The browser has restored the scroll position by then.
          for (const _ of '12') await new Promise(requestAnimationFrame);
          return one.getBoundingClientRect().top;
        });
      await expect(async () => {
        await page.evaluate((y) => window.scrollBy(0, y), (await top()) - 150);
        expect(Math.abs((await top()) - 150)).toBeLessThan(1);
      }).toPass({ intervals: [50] });
      const ways = [() => page.keyboard.press('Escape'), () => page.goBack()];
      for (const [nth, close] of ways.entries()) {
        await envelope.click();
        await expect(card).toBeVisible();
        await expect(page).toHaveURL(/\/letter\//);
        // Only now: a click may scroll what it has to wait for to the middle of the window.
        const before = await top();
        await site.delete(letters[20 + nth] as (typeof letters)[0]);
        await expect(page.locator('.grid li')).toHaveCount(23 - nth);
        await close();
        await expect(card).toBeHidden();
        await expect(page).toHaveURL('/');
        expect(Math.abs((await top()) - before)).toBeLessThan(2);
      }
    });
  });
}
