import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import type { Site } from './site.ts';

const LETTER = { title: 'From the night ferry', content: 'One more line.\n\n'.repeat(200) };
/** Three pages of the list. */
const MANY = 60;
const PHONE = { width: 360, height: 640 };

test.use({ viewport: PHONE });

const cardOf = (page: Page) => page.getByRole('dialog', { name: LETTER.title });
const paper = (page: Page) => page.locator('.sheet__paper');
const readTo = (page: Page, top: number) =>
  paper(page).evaluate((element, to) => element.scrollTo(0, to), top);
const scrolled = (page: Page) => paper(page).evaluate(({ scrollTop }) => scrollTop);
/** In pixels: at its foot a letter has more above the list than on its own page. */
const LESS_THAN_A_LINE = 12;

const expectReadTo = (page: Page, top: number) =>
  expect.poll(async () => Math.abs((await scrolled(page)) - top)).toBeLessThan(LESS_THAN_A_LINE);

async function sendMany(site: Site): Promise<void> {
  const first = Date.UTC(2026, 0, 1);
  for (let at = 1; at <= MANY; at += 1) {
    const date = new Date(first + at * 24 * 3600 * 1000).toISOString().slice(0, 10);
    await site.send({ title: `Letter ${at}`, date });
  }
}

/** The first letter in sight, and how far it lies from the window's top, in whole pixels. */
function firstInSight(page: Page): Promise<[title: string, top: number]> {
  return page.evaluate(() => {
    const places = [...document.querySelectorAll('.grid li')];
    const first = places.find((place) => place.getBoundingClientRect().bottom > 0);
    const title = first?.querySelector('.envelope__title')?.textContent ?? '';
    return [title, Math.round(first?.getBoundingClientRect().top ?? Number.NaN)];
  });
}

async function scrollToEnd(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByText('Letter 1', { exact: true })).toBeAttached({ timeout: 50 });
  }).toPass();
}

/** As `firstInSight` has it, but for the pixel that a fraction may be rounded to. */
const expectInSight = (page: Page, [title, top]: [string, number]) =>
  expect
    .poll(async () => {
      const [first, at] = await firstInSight(page);
      return first === title && Math.abs(at - top) <= 1 ? 'there' : `${first} at ${at}`;
    })
    .toBe('there');

test('a letter that was open is open again after a reload, where it was read', async ({
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

  // Twice, for what came back is left again.
  await page.reload();
  for (const place of [1500, 2500]) {
    await expect(cardOf(page)).toBeVisible();
    await expectReadTo(page, place);
    await expect(page).toHaveURL(`/letter/${id}`);
    // The page goes before a frame has told it of the last bit.
    await page.evaluate(() =>
      window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), true),
    );
    await readTo(page, 2500);
    await page.reload();
  }

  await page.getByRole('button', { name: 'Close letter' }).click();
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
  await expect(page).toHaveURL('/');
  // Opened anew, it begins with its beginning.
  await envelope.click();
  await expect(page).toHaveURL(`/letter/${id}`);
  await expect(paper(page)).toContainText('One more line.');
  expect(await scrolled(page)).toBe(0);
});

for (const [where, address] of [
  ['on its own page', (id: string) => `/letter/${id}#letter`],
  ['above the list', (id: string) => `/#letter-${id}`],
] as const) {
  test(`a letter that its address opens ${where} comes back where it was read, and begins anew when it is closed`, async ({
    page,
    site,
  }) => {
    const { id } = await site.send(LETTER);
    await page.goto(address(id));
    await expect(paper(page)).toContainText('One more line.');
    await readTo(page, 1500);
    // Reloaded once more before its words have come, too.
    const answers = Promise.withResolvers<void>();
    await page.route(`**/api/letters/${id}`, async (route) => {
      await answers.promise;
      await route.continue();
    });
    await page.reload();
    await page.reload();
    await expect(cardOf(page)).toBeVisible();
    answers.resolve();
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

test('a letter that has come back stays where it was read when the telephone is turned', async ({
  page,
  site,
}) => {
  const { id } = await site.send(LETTER);
  await page.goto(`/letter/${id}#letter`);
  await expect(paper(page)).toContainText('One more line.');
  await readTo(page, 1500);
  await page.reload();
  await expectReadTo(page, 1500);
  const above = () => paper(page).evaluate((one) => one.scrollTop / one.scrollHeight);
  const before = await above();
  const turned = paper(page).evaluate(
    (one) =>
      new Promise<void>((resolve) => {
        window.addEventListener('resize', () =>
          // Observers are told after the frame's own callbacks.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
        );
        one.dataset.watched = '';
      }),
  );
  await expect(paper(page)).toHaveAttribute('data-watched');
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
  await turned;
  expect(await above()).toBeCloseTo(before, 2);
});

test('the place where one letter was read is none in another', async ({ page, site }) => {
  await site.send({ ...LETTER, title: 'The day before', date: '2026-01-01' });
  const { id } = await site.send({ ...LETTER, date: '2026-01-02' });
  await page.goto(`/#letter-${id}`);
  await expect(paper(page)).toContainText('One more line.');
  await readTo(page, 1500);
  // Its words do not come, and its reader goes on to another.
  const answers = Promise.withResolvers<void>();
  await page.route(`**/api/letters/${id}`, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.reload();
  await expect(cardOf(page)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog', { name: 'The day before' })).toContainText(
    'One more line.',
  );
  await expect(page.getByRole('link', { name: 'The day before' })).toContainText('opened before');
  expect(await scrolled(page)).toBe(0);
  answers.resolve();
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

test('deep in a long list, the same letters are in sight after a reload, and after Back from a letter that was reloaded', async ({
  page,
  site,
}) => {
  await sendMany(site);
  await page.goto('/');
  await scrollToEnd(page);
  const envelope = page.getByRole('link', { name: 'Letter 12 ' });
  await envelope.scrollIntoViewIfNeeded();
  let before = await firstInSight(page);
  await page.reload();
  await expectInSight(page, before);

  // So they are when it was reloaded once more before they had come; each time within a pixel.
  before = await firstInSight(page);
  const answers = Promise.withResolvers<void>();
  await page.route('**/api/letters?*', async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.reload();
  await page.reload();
  answers.resolve();
  await expectInSight(page, before);

  await envelope.click();
  await expect(page).toHaveURL(/\/letter\//);
  before = await firstInSight(page);
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Letter 12' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'For you.' })).toBeVisible();
  await expectInSight(page, before);

  // Its address asked for anew, the list begins with the newest.
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'More letters' })).toBeAttached();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('who has begun to scroll is not taken to where the list was', async ({ page, site }) => {
  await sendMany(site);
  await page.goto('/');
  await scrollToEnd(page);
  const answers = Promise.withResolvers<void>();
  await page.route('**/api/letters?*', async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
  await page.mouse.move(180, 320);
  await page.mouse.wheel(0, -2000);
  await expect(page.getByRole('link', { name: 'Letter 45 ' })).toBeInViewport();
  const before = await firstInSight(page);
  answers.resolve();
  await expect(page.getByText('Letter 1', { exact: true })).toBeAttached();
  await expectInSight(page, before);
});
