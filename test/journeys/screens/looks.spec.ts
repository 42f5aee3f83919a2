import type { Page } from '@playwright/test';
import { animationPace } from '../animation-pace.ts';
import { expect, test } from '../journey.ts';
import { neverWait } from '../never-wait.ts';

const columns = (page: Page) =>
  page
    .locator('.grid__part')
    .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);

test('the grid has 1, 2, 3 and 4 columns as the screen grows', async ({ page, site }) => {
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await site.send({ title });
  await page.goto('/');
  const seen: [number, number][] = [];
  for (const width of [360, 639, 640, 767, 768, 1023, 1024, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    seen.push([width, await columns(page)]);
  }
  expect(seen).toEqual([
    [360, 1],
    [639, 1],
    [640, 2],
    [767, 2],
    [768, 3],
    [1023, 3],
    [1024, 4],
    [1600, 4],
  ]);
});

test('a long title is cut after two lines on its envelope, and complete in its letter', async ({
  page,
  site,
}) => {
  const title = 'A title that goes on, '.repeat(12).trim();
  await site.send({ title });
  await page.goto('/');
  const shown = page.locator('.envelope__title');
  const lines = (of: 'clientHeight' | 'scrollHeight') =>
    shown.evaluate(
      (element, of) => element[of] / Number.parseFloat(getComputedStyle(element).lineHeight),
      of,
    );
  expect(Math.round(await lines('clientHeight'))).toBe(2);
  expect(await lines('scrollHeight')).toBeGreaterThan(3);
  await page.getByRole('link', { name: title }).click();
  const heading = page.getByRole('dialog').getByRole('heading', { name: title });
  await expect(heading).toBeVisible();
  await expect(heading).toHaveCSS('-webkit-line-clamp', 'none');
  // A short one is 1.5 times as large.
  const size = await heading.evaluate((element) => getComputedStyle(element).fontSize);
  expect(Number.parseFloat(size)).toBeLessThan(36);
});

test('nothing scrolls sideways on a screen of 320 pixels', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 600 });
  const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);
  const { id } = await site.send({
    title: word,
    content: word,
    signature: `Ada ${'la'.repeat(40)}`,
  });
  const overflow = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('dialog[open], dialog[open] *')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => `${element.tagName}.${element.className}`),
    );
  for (const path of ['/', `/letter/${id}`]) {
    await page.goto(path);
    expect(await overflow()).toEqual([]);
    await page.getByRole('link', { name: word }).click();
    await expect(page.getByRole('dialog')).toContainText('lalala');
    expect(await overflow()).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 470 });
  await page.goto(`/letter/${id}`);
  expect(await overflow(), 'where two programs share the screen').toEqual([]);
});

test('a letter stays at its place when the phone is rotated', async ({ page, site }) => {
  const paragraphs = Array.from(
    { length: 40 },
    (_, at) => `No. ${at + 1}. ${'It rained again. '.repeat(20)}`,
  );
  const { id } = await site.send({ title: 'Turned', content: paragraphs.join('\n\n') });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/letter/${id}`);
  await page.locator('.envelope').click();
  // Its words are in the page before, where they cannot be scrolled to.
  await expect(page.getByRole('dialog')).toBeVisible();
  // The last one is where a wide letter, which is shorter, would already have ended.
  for (const read of [page.getByText('No. 20.'), page.getByText('No. 37.')]) {
    await read.evaluate(async (one) => {
      one.scrollIntoView({ block: 'center' });
      // Nobody turns a phone before the page has been painted.
      for (const _ of 'ab') await new Promise((drawn) => requestAnimationFrame(drawn));
    });
    await page.setViewportSize({ width: 740, height: 360 });
    await expect(read).toBeInViewport();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(read).toBeInViewport();
  }
});

test('on a phone held sideways nothing lies under its camera', async ({ page, site }) => {
  for (const title of ['One', 'Two', 'Three']) await site.send({ title });
  await page.setViewportSize({ width: 852, height: 393 });
  const session = await page.context().newCDPSession(page);
  const insets = { left: 59, leftMax: 59, right: 59, rightMax: 59 };
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await page.goto('/');
  for (const one of await page.locator('.header__portal, .grid__part').all()) {
    const { x, width } = (await one.boundingBox()) ?? { x: 0, width: 0 };
    expect(x).toBeGreaterThanOrEqual(59);
    expect(x + width).toBeLessThanOrEqual(852 - 59);
  }
});

test('on a wide screen the portal button sits at the left, without a menu', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto('/');
  const button = page.getByRole('button', { name: 'portal' });
  await expect(button).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
  const box = await button.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(768 / 2);
});

test('at 767 pixels the portal button moves into a side menu', async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 800 });
  await page.goto('/');
  const button = page.getByRole('button', { name: 'portal' });
  const opener = page.getByRole('button', { name: 'Menu', exact: true });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(button).toBeHidden();

  await opener.click();
  // Of a control in it, Orca would announce nothing in Firefox while the page behind it goes.
  await expect(menu).toBeFocused();
  await expect(button).toBeVisible();
  await page.mouse.click(700, 400);
  await expect(menu).toBeHidden();

  // The backdrop does not cover the scroll bar's gutter.
  await opener.click();
  await page.mouse.click(762, 400);
  await expect(menu).toBeHidden();

  await opener.click();
  await menu
    .getByRole('heading')
    .or(menu)
    .first()
    .click({ position: { x: 20, y: 400 } });
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await button.click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'portal access' })).toBeVisible();
});

test.describe('with animations', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('envelopes appear one after the other, 0.1 seconds apart', async ({ page, site }) => {
    for (let day = 1; day <= 26; day += 1) await site.send({ title: `Letter ${day}` });
    // However late the test looks, no envelope counts as already in its place.
    await page.addInitScript(neverWait, 3000);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    const delays = () =>
      page.locator('.grid li').evaluateAll((items) =>
        items.map((item) => {
          const { animationDelay, animationName } = getComputedStyle(item);
          return `${animationName} ${Math.round(Number.parseFloat(animationDelay) * 10)}`;
        }),
      );
    expect(await delays()).toEqual(Array.from({ length: 24 }, (_, at) => `arrive ${at}`));

    // What is appended later starts its own stagger.
    await page.getByRole('link', { name: 'More letters' }).scrollIntoViewIfNeeded();
    await expect(page.locator('.grid li')).toHaveCount(26);
    expect((await delays()).slice(24)).toEqual(['arrive 0', 'arrive 1']);
  });

  test('the side menu slides in, and the card grows out of its envelope', async ({
    page,
    site,
  }) => {
    await site.send({ title: 'In motion' });
    await page.setViewportSize({ width: 600, height: 800 });
    await page.goto('/');
    const moving = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .map((animation) => (animation as CSSTransition).transitionProperty),
      );
    // Still under way when the test looks, on any machine.
    const setPace = await animationPace(page);
    await setPace(0);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect.poll(moving).toContain('transform');
    await setPace(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
    await setPace(0);
    await page.getByRole('link', { name: 'In motion' }).click();
    await expect
      .poll(() => page.locator('.sheet__window').evaluate((card) => card.getAnimations().length))
      .toBeGreaterThan(0);
    await expect(page.getByRole('dialog')).toContainText('Come by when you can.');
  });
});

test('with reduced motion nothing moves', async ({ page, site }) => {
  for (const title of ['One', 'Two', 'Three']) await site.send({ title });
  const started: string[] = [];
  await page.exposeFunction('tell', (name: string) => started.push(name));
  await page.addInitScript(() => {
    for (const kind of ['animationstart', 'transitionrun']) {
      document.addEventListener(kind, () =>
        (window as unknown as { tell(kind: string): void }).tell(kind),
      );
    }
  });
  await page.goto('/');
  await page.getByRole('link', { name: 'Two' }).click();
  const card = page.getByRole('dialog', { name: 'Two' });
  await expect(card).toContainText('Come by when you can.');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await page.getByRole('button', { name: 'portal' }).click();
  await expect(page.getByRole('dialog', { name: 'portal access' })).toBeVisible();
  expect(started).toEqual([]);
});
