import type { Locator, Page } from '@playwright/test';
import { fingers } from '../fingers.ts';
import { expect, test } from '../journey.ts';
import { neverWait } from '../never-wait.ts';
import { pauseClock } from '../pause-clock.ts';
import { renderLate } from '../render-late.ts';

const TITLES = ['In spring', 'In summer', 'In autumn'];

/**
 * For a second a page holds the envelope of a letter that was closed in its place, while the browser goes back in
 * the history. On a busy machine that may take longer.
 */
const holdEnvelopes = (page: Page) => page.addInitScript(neverWait, 1000);

const hasRing = (shown: Locator) => shown.evaluate((one) => one.matches(':focus-visible'));

/** One finger across the screen. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const touch = await fingers(page);
  await touch('touchStart', [from, 300]);
  await touch('touchMove', [(from + to) / 2, 300]);
  await touch('touchMove', [to, 300]);
  await touch('touchEnd');
}

test('keys, links and swipes lead from an opened letter to others, and Back leads to the envelopes', async ({
  site,
  newReader,
}) => {
  let last = '';
  for (const [at, title] of TITLES.entries()) {
    const sent = { title, date: `2026-0${at + 3}-01`, content: `Words ${title}.` };
    last = (await site.send(sent)).id;
  }
  const page = await newReader({ hasTouch: true, reducedMotion: 'reduce' });
  await page.goto('/');
  const card = (title: string) => page.getByRole('dialog', { name: title });
  const envelope = (title: string) => page.getByRole('link', { name: title });
  await envelope('In summer').click();
  await expect(card('In summer')).toContainText('Words In summer.');

  await page.keyboard.press('ArrowLeft');
  await expect(card('In spring')).toContainText('Words In spring.');
  await expect(card('In spring').getByRole('heading')).toBeFocused();
  await expect(card('In spring').getByRole('link', { name: 'Earlier' })).toHaveCount(0);
  await card('In spring').getByRole('link', { name: 'Later In summer' }).click();
  await expect(card('In summer')).toContainText('Words In summer.');

  // A selection in one letter does not carry over to the next, where it would prevent the swipe.
  await page.keyboard.press('Control+a');
  await card('In summer').getByRole('link', { name: 'Later In autumn' }).click();
  await expect(card('In autumn')).toContainText('Words In autumn.');
  // A key that is held leads to one letter.
  await page.keyboard.down('ArrowLeft');
  await expect(card('In summer')).toContainText('Words In summer.');
  await page.keyboard.down('ArrowLeft');
  await page.keyboard.up('ArrowLeft');
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
  });
  await page.keyboard.press('ArrowRight');
  await expect(card('In autumn')).toContainText('Words In autumn.');
  await swipe(page, 400, 800);
  await expect(card('In summer')).toContainText('Words In summer.');
  await swipe(page, 900, 500);
  await expect(card('In autumn')).toContainText('Words In autumn.');
  await expect(page).toHaveURL(`/letter/${last}`);

  // On paper there is only the letter.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Words In autumn.')).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: null });

  await page.keyboard.press('Control+a');
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/');
  await expect(envelope('In autumn')).toBeFocused();
  expect(await page.evaluate(() => document.getSelection()?.isCollapsed)).toBe(true);

  // What was opened is known on this device, and on no other.
  for (const title of TITLES) await expect(envelope(title)).toContainText('opened before');
  await page.reload();
  await expect(page.getByText('opened before')).toHaveCount(3);
  const another = await newReader();
  await another.goto('/');
  await expect(another.getByText('opened before')).toHaveCount(0);
});

test('at the end of the loaded list the next letters are loaded', async ({ page, site }) => {
  for (let day = 1; day <= 25; day += 1) await site.send({ title: `Letter ${day}` });
  // In a small window nothing in view fetches them automatically.
  await page.setViewportSize({ width: 360, height: 500 });
  await holdEnvelopes(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Letter 25' }).focus();
  await page
    .locator('.envelope')
    .nth(23)
    .evaluate((last: HTMLElement) => last.click());
  await expect(page.getByRole('dialog', { name: 'Letter 2', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Earlier' }).click();
  await expect(page.getByRole('dialog', { name: 'Letter 1', exact: true })).toBeVisible();

  // It goes back into its own envelope, wherever the page was when the first one was opened.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/');
  const own = page.getByRole('link', { name: /^Letter 1 / });
  await expect(own).toBeFocused();
  await expect(own).toBeInViewport({ ratio: 1 });
});

for (const motion of ['less', 'full']) {
  test(`a letter that is closed right after turning returns to the envelope of the letter last seen, with ${motion} motion`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ reducedMotion: motion === 'less' ? 'reduce' : 'no-preference' });
    for (let day = 1; day <= 20; day += 1) await site.send({ title: `Letter ${day}` });
    await page.setViewportSize({ width: 360, height: 500 });
    await holdEnvelopes(page);
    await page.goto('/');
    await page
      .getByRole('link', { name: /^Letter 2 / })
      .evaluate((envelope: HTMLElement) => envelope.click());
    const card = page.getByRole('dialog');
    await expect(card).toHaveAccessibleName('Letter 2');
    await expect(page).toHaveURL(/letter/);

    // As soon as the next letter is on the card, before the browser has painted it.
    await card.evaluate((dialog) => {
      new MutationObserver(() => {
        document.body.dataset.cameIn ??= dialog.querySelector('.sheet__title')?.textContent ?? '';
      }).observe(dialog, { attributeFilter: ['data-turned'] });
      new MutationObserver((_, observer) => {
        // The letter before has this title, too, in its link.
        if (dialog.querySelector('.sheet__title')?.textContent !== 'Letter 1') return;
        observer.disconnect();
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      }).observe(dialog, { subtree: true, childList: true, characterData: true });
    });
    await page.keyboard.press('ArrowLeft');
    await expect(card).toBeHidden();
    await expect(page).toHaveURL('/');
    const own = page.getByRole('link', { name: /^Letter 1 / });
    await expect(own).toBeFocused();
    await expect(own).toBeInViewport({ ratio: 1 });
    // The letter before did not come in from the side itself, or vanish before the next was there.
    await expect(page.locator('body')).toHaveAttribute('data-came-in', 'Letter 1');
    // Nothing of the turn is left for the next opening.
    await own.press('Enter');
    await expect(card).toBeVisible();
    expect(await card.getAttribute('data-turned')).toBeNull();
  });
}

test('a finger that rests on an envelope preloads the letter, and causes no mouse events', async ({
  site,
  newReader,
}) => {
  const { id } = await site.send({ title: 'Touched', content: 'Words for a hand.' });
  const page = await newReader({ hasTouch: true, reducedMotion: 'reduce' });
  await page.goto('/');
  const envelope = page.getByRole('link', { name: 'Touched' });
  await envelope.evaluate((link) => {
    for (const type of ['mousedown', 'mouseup']) {
      link.addEventListener(type, () => link.setAttribute('data-mouse', type));
    }
  });
  const { x = 0, y = 0 } = (await envelope.boundingBox()) ?? {};
  const touch = await fingers(page);
  const fetched = page.waitForRequest((request) => request.url().endsWith(`/letters/${id}`));
  await touch('touchStart', [x + 20, y + 20]);
  await fetched;
  await expect(page.getByRole('dialog')).toBeHidden();
  await touch('touchEnd');

  const card = page.getByRole('dialog', { name: 'Touched' });
  await expect(card).toContainText('Words for a hand.');
  await expect(envelope).not.toHaveAttribute('data-mouse');
  const heading = card.getByRole('heading');
  await expect(heading).toBeFocused();
  // Nor does what a finger leads to get a focus ring; after a key it does.
  expect(await hasRing(heading)).toBe(false);
  await card.getByRole('button', { name: 'Close letter' }).tap();
  await expect(card).toBeHidden();
  await expect(envelope).toBeFocused();
  expect(await hasRing(envelope)).toBe(false);

  await page.keyboard.press('Enter');
  await expect(heading).toBeFocused();
  expect(await hasRing(heading)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(envelope).toBeFocused();
  expect(await hasRing(envelope)).toBe(true);
});

test('a finger that scrolls preloads no letter', async ({ site, newReader }) => {
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) ids.unshift((await site.send({ title })).id);
  const viewport = { width: 360, height: 600 };
  const page = await newReader({ hasTouch: true, isMobile: true, viewport });
  const fetched: string[] = [];
  page.on('request', (request) => {
    const [, id] = /\/api\/letters\/(\w+)/.exec(request.url()) ?? [];
    if (id) fetched.push(id);
  });
  await page.clock.install();
  await page.goto('/');
  const first = page.locator('.envelope').first();
  const cancelled = first.evaluate(
    (link) => new Promise((seen) => link.addEventListener('pointercancel', seen, { once: true })),
  );
  const touch = await fingers(page);
  const { y = 0 } = (await first.boundingBox()) ?? {};
  await pauseClock(page);
  await touch('touchStart', [180, y + 60]);
  await touch('touchMove', [180, y - 40]);
  await cancelled;
  await page.clock.runFor(1000);
  await touch('touchEnd');

  // One that rests does.
  await page.locator('.envelope').last().dispatchEvent('pointerdown');
  await page.clock.runFor(1000);
  await expect.poll(() => fetched).toEqual([ids[2]]);
});

test('Back closes a letter that was turned at once, however slow the browser is', async ({
  page,
  site,
}) => {
  for (const title of ['Before', 'After']) await site.send({ title });
  await page.addInitScript(renderLate);
  await page.goto('/');
  await page.getByRole('link', { name: 'After' }).press('Enter');
  await page.getByRole('dialog').getByRole('link', { name: 'Before' }).click();
  await expect(page.getByRole('dialog', { name: 'Before' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/');
});
