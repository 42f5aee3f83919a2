import { OWNER_NAME } from '#test/clients/owner.ts';
import { animationPace } from '../animation-pace.ts';
import { expect, test } from '../journey.ts';
import {
  action,
  adminDialog,
  closeLink,
  confirm,
  confirmDialog,
  enterPortal,
  linkDialog,
  openManageTab,
  submit,
  write,
} from '../portal.ts';

/** How many pages a document has when printed. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

test('in print an envelope has one size, whatever the window, and no empty page follows', async ({
  page,
  site,
}) => {
  for (let day = 1; day <= 20; day += 1) {
    await site.send({ title: `A letter of day ${day}`, date: '2026-01-01' });
  }
  await page.emulateMedia({ media: 'print' });
  const envelopes = page.locator('.envelope');
  const title = page.locator('.envelope__title').first();
  const sizes: unknown[] = [];
  for (const width of [360, 800, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await expect(envelopes).toHaveCount(20);
    const box = await envelopes.first().boundingBox();
    const letters = await title.evaluate((shown) => getComputedStyle(shown).fontSize);
    sizes.push([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0), letters]);
  }
  // In pixels: 48 mm.
  expect(sizes).toEqual(Array(3).fill([181, 150, '14.7px']));

  // Two rows of four under the heading, and three on the next page.
  expect(pagesOf(await page.pdf({ format: 'A4', landscape: true }))).toBe(2);
  expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(2);
});

test('a letter that is still opening is printed as it will be read', async ({
  newReader,
  site,
}) => {
  await site.send({ title: 'In haste', content: 'Print me at once.' });
  const page = await newReader({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const setPace = await animationPace(page);
  await setPace(0);
  await page.getByRole('link', { name: 'In haste' }).click();
  const words = page.getByText('Print me at once.');
  await expect(words).toBeAttached();
  const seen = () =>
    words.evaluate((one) => {
      const around: Element[] = [];
      for (let at: Element | null = one; at; at = at.parentElement) around.push(at);
      return around.map((at) => getComputedStyle(at).opacity).every((opacity) => opacity === '1');
    });
  expect(await seen()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await seen()).toBe(true);
});

test('with the portal open, paper shows the letter that is written, or the link with its code, or else the page', async ({
  page,
  site,
}) => {
  await site.send({ title: 'On the desk' });
  const printed = async () => {
    await page.emulateMedia({ media: 'print' });
    const words = await page.evaluate(() => document.body.innerText);
    const colour = await page.evaluate(
      () => getComputedStyle(document.documentElement).backgroundColor,
    );
    const pages = pagesOf(await page.pdf({ format: 'A4' }));
    await page.emulateMedia({ media: 'screen' });
    expect(colour, 'Nothing is printed around the words').toBe('rgba(0, 0, 0, 0)');
    return { lines: words.split('\n').filter((line) => line.trim() !== ''), pages };
  };
  await page.goto('/');
  const alone = await printed();
  expect(alone.lines).toContain('On the desk');
  await enterPortal(page);
  expect(await printed()).toEqual(alone);

  const content = Array.from({ length: 60 }, (_, nth) => `Line ${nth}`);
  await write(page, { title: 'In the making', date: '2026-01-01', content: content.join('\n') });
  // The preview follows the form a little later, and a title alone is not printed.
  await expect(adminDialog(page).locator('.sheet__content')).toContainText('Line 59');
  const letter = {
    lines: ['In the making', 'January 1, 2026', ...content, OWNER_NAME],
    pages: 2,
  };
  expect(await printed()).toEqual(letter);
  await openManageTab(page);
  expect(await printed()).toEqual(alone);
  await action(page, 'QR code', 'On the desk').click();
  expect(await printed()).toMatchObject({
    lines: expect.arrayContaining(['On the desk']),
    pages: 1,
  });
  // Firefox prints empty pages for what has a box, though it is invisible.
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.write').evaluate((form) => form.getClientRects().length)).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await closeLink(page);
  await page.getByRole('tab', { name: 'send letter' }).click();
  await submit(page);
  await expect(confirmDialog(page)).toBeVisible();
  expect(await printed()).toEqual(letter);

  await confirm(page);
  const code = linkDialog(page).getByRole('img', { name: 'QR code of the link' });
  await code.evaluate((image: HTMLImageElement) => image.decode());
  // With its postmark.
  expect(await printed()).toEqual({
    lines: ['Jan 1', '2026', 'In the making', 'January 1, 2026'],
    pages: 1,
  });
  await page.emulateMedia({ media: 'print' });
  await expect(code).toBeVisible();
  await expect(linkDialog(page).getByRole('textbox')).toBeVisible();
});

test('no line of a letter printed from the portal begins beside the paper, however small that is', async ({
  page,
}) => {
  await page.goto('/');
  await enterPortal(page);
  await write(page, { title: 'A small sheet', content: 'Short.' });
  const title = adminDialog(page).getByRole('heading', { name: 'A small sheet' });
  await expect(adminDialog(page).locator('.sheet__content')).toHaveText('Short.');
  await page.emulateMedia({ media: 'print' });
  // The width of A6 in pixels.
  await page.setViewportSize({ width: 397, height: 559 });
  expect((await title.boundingBox())?.x).toBeGreaterThanOrEqual(0);
});
