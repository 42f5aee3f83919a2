import type { Page } from '@playwright/test';
import { untilAlive } from '#test/browser/until-alive.ts';
import { holdRequests } from '../hold-requests.ts';
import { expect, test } from '../journey.ts';
import type { Site } from '../site.ts';

const LETTER = { title: 'From the night ferry', content: 'One more line.\n\n'.repeat(200) };
const PHONE = { width: 360, height: 640 };

test.use({ viewport: PHONE, serviceWorkers: 'block' });

const cardOf = (page: Page) => page.getByRole('dialog', { name: LETTER.title });
const paper = (page: Page) => page.locator('.sheet__paper');
const readTo = (page: Page, top: number) =>
  paper(page).evaluate((element, to) => element.scrollTo(0, to), top);
const scrolled = (page: Page) => paper(page).evaluate(({ scrollTop }) => scrollTop);
/** In pixels: at its end, a letter above the list is slightly longer than on its own page. */
const LESS_THAN_A_LINE = 12;

const expectReadTo = (page: Page, top: number) =>
  expect.poll(async () => Math.abs((await scrolled(page)) - top)).toBeLessThan(LESS_THAN_A_LINE);

async function readFarDown(page: Page, site: Site): Promise<void> {
  const { id } = await site.send(LETTER);
  await page.goto(`/letter/${id}#letter`);
  await expect(paper(page)).toContainText('One more line.');
  await readTo(page, 1500);
}

test('an open letter is open again after a reload, at the place where it was read', async ({
  page,
  site,
}) => {
  const { id } = await site.send(LETTER);
  await page.goto('/');
  const envelope = page.getByRole('link', { name: LETTER.title });
  await envelope.click();
  await expect(page).toHaveURL(`/letter/${id}`);
  await expect(paper(page)).toContainText('One more line.');
  await readTo(page, 1500);

  // Twice, because the restored page is left again.
  await page.reload();
  for (const place of [1500, 2500]) {
    await expect(cardOf(page)).toBeVisible();
    await expectReadTo(page, place);
    await expect(page).toHaveURL(`/letter/${id}`);
    // The page is left before a frame has reported the last scroll.
    await page.evaluate(() =>
      window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), true),
    );
    await readTo(page, 2500);
    await page.reload();
  }

  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
  await expect(page).toHaveURL('/');
  // If the scripts took long, a press would lead to the letter's own page.
  await untilAlive(page);
  // Opened again, it starts at its beginning.
  await envelope.click();
  await expect(page).toHaveURL(`/letter/${id}`);
  await expect(paper(page)).toContainText('One more line.');
  expect(await scrolled(page)).toBe(0);
});

for (const [where, address] of [
  ['on its own page', (id: string) => `/letter/${id}#letter`],
  ['above the list', (id: string) => `/#letter-${id}`],
] as const) {
  test(`a letter that its address opens ${where} is restored where it was read, and starts at the top once it was closed`, async ({
    page,
    site,
  }) => {
    const { id } = await site.send(LETTER);
    await page.goto(address(id));
    await expect(paper(page)).toContainText('One more line.');
    await readTo(page, 1500);
    // Also if it is reloaded again before its words have come.
    const release = await holdRequests(page, `**/api/letters/${id}`);
    await page.reload();
    await page.reload();
    await expect(cardOf(page)).toBeVisible();
    release();
    await expectReadTo(page, 1500);

    await page.getByRole('button', { name: 'Close letter' }).click();
    await expect(cardOf(page)).toBeHidden();
    await expect(page).not.toHaveURL(/#/);
    await page.getByRole('link', { name: LETTER.title }).click();
    await expect(cardOf(page)).toBeVisible();
    await expect(paper(page)).toContainText('One more line.');
    expect(await scrolled(page)).toBe(0);
  });
}

/** As WebKit, which shows a card again as far as it was scrolled, and takes it for one that is at its beginning. */
function believeInBeginnings(): void {
  const { scrollTo } = Element.prototype;
  let believed = 0;
  let left = 0;
  const scrolled = ({ target }: Event) => {
    if (target instanceof Element && target.clientHeight > 0) left = target.scrollTop;
  };
  window.addEventListener('scroll', scrolled, true);
  Element.prototype.scrollTo = function (this: Element, _x: number, y: number) {
    scrollTo.call(this, 0, y === believed ? left : y);
    believed = y;
    // Before the words come: in Chromium the card is too short for a moment to stay where it is.
    this.setAttribute('data-begun', String(this.scrollTop));
  } as typeof scrollTo;
}

test('a letter that was read before and is opened again starts at the top, also in Safari', async ({
  page,
  site,
}) => {
  await site.send(LETTER);
  await page.addInitScript(believeInBeginnings);
  await page.goto('/');
  const envelope = page.getByRole('link', { name: LETTER.title });
  await envelope.click();
  await expect(paper(page)).toContainText('One more line.');
  await paper(page).evaluate((element) => element.scrollBy(0, 1500));
  await expect(paper(page)).toHaveAttribute('data-down');
  await page.keyboard.press('Escape');
  await expect(cardOf(page)).toBeHidden();
  await paper(page).evaluate((element) => element.removeAttribute('data-begun'));
  await envelope.click();
  await expect(paper(page)).toHaveAttribute('data-begun', '0');
});

test('a restored letter stays at its place when the phone is rotated', async ({ page, site }) => {
  await readFarDown(page, site);
  await page.reload();
  await expectReadTo(page, 1500);
  const above = () => paper(page).evaluate((one) => one.scrollTop / one.scrollHeight);
  const before = await above();
  const turned = paper(page).evaluate(
    (one) =>
      new Promise<void>((resolve) => {
        window.addEventListener('resize', () =>
          // Observers are called after the frame's own callbacks.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
        );
        // Nor is it turned before the page has been painted once.
        requestAnimationFrame(() => requestAnimationFrame(() => (one.dataset.watched = '')));
      }),
  );
  await expect(paper(page)).toHaveAttribute('data-watched');
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
  await turned;
  expect(await above()).toBeCloseTo(before, 2);
});

test('the reading place of one letter is not used for another', async ({ page, site }) => {
  await site.send({ ...LETTER, title: 'The day before', date: '2026-01-01' });
  const { id } = await site.send({ ...LETTER, date: '2026-01-02' });
  await page.goto(`/#letter-${id}`);
  await expect(paper(page)).toContainText('One more line.');
  await readTo(page, 1500);
  // Its words do not come, and the reader goes on to another letter.
  const release = await holdRequests(page, `**/api/letters/${id}`);
  await page.reload();
  await expect(cardOf(page)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog', { name: 'The day before' })).toContainText(
    'One more line.',
  );
  await expect(page.getByRole('link', { name: 'The day before' })).toContainText('opened before');
  expect(await scrolled(page)).toBe(0);
  release();
});

test('a letter that was hidden or deleted meanwhile is not opened again', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/404.*\/letter\//);
  const letter = await site.send(LETTER);
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(page).toHaveURL(`/letter/${letter.id}`);
  await expect(paper(page)).toContainText('One more line.');
  await readTo(page, 1500);
  await site.update(letter, { ...LETTER, hidden: true });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'A letter for you!' })).toBeVisible();
  await expect(cardOf(page)).toBeHidden();
  await site.delete(letter);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Link not found!' })).toBeVisible();
  await expect(page.getByText('One more line.')).toHaveCount(0);
});

test('after a link to some words of the letter that is open, Back leads to the letter, then to the list', async ({
  page,
  site,
}) => {
  await site.send(LETTER);
  await page.goto('/');
  await page.getByRole('link', { name: LETTER.title }).click();
  await expect(cardOf(page)).toBeVisible();
  // As a browser's own "link to highlight" has it; the list's page stays until the router has heard of it.
  await page.evaluate(() => window.location.assign('#:~:text=words'));
  await expect(page.getByRole('heading', { name: 'A letter for you!' })).toBeVisible();
  // A step before its scripts run leads to the letter's page instead, with its envelope closed.
  await untilAlive(page);
  await page.goBack();
  await expect(cardOf(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
});

test('if the tab’s storage is full, a letter is restored at its top, without an error', async ({
  page,
  site,
}) => {
  await readFarDown(page, site);
  await page.evaluate(() => {
    for (let length = 2 ** 22; length >= 1; length /= 2) {
      try {
        sessionStorage.setItem(`full-${length}`, 'x'.repeat(length));
      } catch {}
    }
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.reload();
  await expect(cardOf(page)).toBeVisible();
  await expectReadTo(page, 0);
});

test('where what is stored as a page goes is lost, as in Firefox before another site, a letter is still restored where it was read', async ({
  page,
  site,
}) => {
  await readFarDown(page, site);
  await page.evaluate(() => {
    window.addEventListener('pagehide', () => {
      Storage.prototype.setItem = () => {};
    });
  });
  await page.reload();
  await expect(cardOf(page)).toBeVisible();
  await expectReadTo(page, 1500);
});
