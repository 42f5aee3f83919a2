import type { Locator } from '@playwright/test';
import { contrastOf } from '#core/colour.ts';
import { PAPERS } from '../../../app/envelope/paper.ts';
import { expect, test } from '../journey.ts';

/** WCAG 1.4.3. axe cannot see it here, because an envelope's paper is drawn. */
const LEAST = 4.5;

/** The parts of an envelope that are read: on one of the papers, their colour and the one beneath them. */
function coloursOf(envelope: Locator, paper: number) {
  return envelope.evaluate((element, number) => {
    element.dataset.paper = String(number);
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('There is no canvas.');
    // Painted in turn, because a colour may let the paper shine through.
    const paint = (colour: string) => {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return `#${(0x1000000 + red * 0x10000 + green * 0x100 + blue).toString(16).slice(1)}`;
    };
    const style = getComputedStyle(element);
    const outside = style.getPropertyValue('--paper');
    // The upper edge of the flap, with the postmark, is lit.
    const lit = style.getPropertyValue('--light-high');
    return [
      { part: '.envelope__title', ink: 'color', layers: [outside] },
      { part: '.envelope__date', ink: 'color', layers: [outside] },
      { part: '.envelope__postmark text', ink: 'fill', layers: [outside, lit] },
    ].map(({ part, ink, layers }) => {
      const words = element.querySelector(part);
      if (!words) throw new Error(`There is no ${part}.`);
      const beneath = layers.map(paint).at(-1) ?? '';
      return { part, beneath, ink: paint(getComputedStyle(words).getPropertyValue(ink)) };
    });
  }, paper);
}

for (const [time, colorScheme] of [
  ['day', 'light'],
  ['night', 'dark'],
] as const) {
  test(`by ${time} the words on every paper can be read`, async ({ page, site }) => {
    await site.send({ title: 'By the blue door', date: '2026-09-28' });
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    const envelope = page.locator('.envelope');
    const seen = new Set<string>();
    for (let paper = 0; paper < PAPERS; paper += 1) {
      for (const { part, ink, beneath } of await coloursOf(envelope, paper)) {
        const words = `${part}, ${ink} on ${beneath}`;
        expect.soft(contrastOf(ink, beneath), words).toBeGreaterThan(LEAST);
        if (part === '.envelope__title') seen.add(beneath);
      }
    }
    expect(seen.size).toBe(PAPERS);
  });
}

test('Dark Reader is asked on every page to leave the words as they are, also once the page is alive', async ({
  page,
  site,
  trouble,
}) => {
  trouble.expect(/404.*nowhere/);
  const letter = await site.send({ title: 'By the blue door' });
  for (const path of ['/', `/letter/${letter.id}`, '/nowhere']) {
    await page.goto(path);
    await expect(page.locator('head > meta[name=darkreader-lock]')).toHaveCount(1);
  }
});
