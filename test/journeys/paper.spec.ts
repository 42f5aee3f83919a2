import { expect, test } from './journey.ts';

/** How many pages a document has when printed. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

test('in print an envelope has one size, whatever the window, and no empty page follows', async ({
  page,
  site,
}) => {
  for (let day = 1; day <= 20; day += 1) {
    await site.send({
      title: `A letter of day ${day}`,
      date: `2026-01-${day}`.replace(/-(\d)$/, '-0$1'),
    });
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
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
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
