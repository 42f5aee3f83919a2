import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { enterPortal, field } from '../portal.ts';

/** Where words on the sheet begin, in pixels from the left. */
function beginningsOf(page: Page, words: string[]): Promise<number[]> {
  return page.locator('.sheet__content').evaluate((sheet, wanted) => {
    const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
    const left = new Map<string, number>();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const word of wanted) {
        const at = text.textContent?.indexOf(word) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        left.set(word, range.getBoundingClientRect().left);
      }
    }
    return wanted.map((word) => left.get(word) ?? Number.NaN);
  }, words);
}

test('a line of verse is indented by a tab as far as by four spaces', async ({ page, site }) => {
  const { id } = await site.send({
    title: 'Verse',
    content: 'river\n    lamp\n\tstone\n\t\tbread',
  });
  await page.goto(`/letter/${id}#letter`);
  const [river = 0, lamp = 0, stone = 0, bread = 0] = await beginningsOf(page, [
    ...['river', 'lamp', 'stone', 'bread'],
  ]);
  expect(lamp - river).toBeGreaterThan(12);
  expect(Math.abs(stone - lamp)).toBeLessThan(3);
  expect(Math.abs(bread - stone - (stone - river))).toBeLessThan(3);
});

test('the last line of a title as long as a paragraph, and of a signature, is never a single word', async ({
  page,
  site,
}) => {
  const { id } = await site.send({
    title:
      'What I wanted to say on the stairs, and on the bridge, and on the train as well, and what I said ' +
      'instead, which was only that the tea was good and that you should take the umbrella, because it ' +
      'looked like rain',
    signature:
      'Maria Magdalena von Hohenberg and her brother Alexander and also Katharina von der Linde',
  });
  await page.goto(`/letter/${id}#letter`);
  /** How far the last word is below the one before, in pixels. */
  const drop = (words: Locator) =>
    words.evaluate((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const topOf = (at: number) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().top;
      };
      const { data } = text;
      return topOf(data.length - 1) - topOf(data.lastIndexOf(' ') - 1);
    });
  for (let width = 320; width <= 480; width += 10) {
    await page.setViewportSize({ width, height: 800 });
    for (const part of ['title', 'signature']) {
      expect(await drop(page.locator(`.sheet__${part}`)), `${part} at ${width} px`).toBe(0);
    }
  }
});

test('on a narrow screen the close button hides while the reader scrolls down', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { id } = await site.send({ title: 'Long', content: 'One more line.\n'.repeat(80) });
  await page.goto(`/letter/${id}#letter`);
  const close = page.getByRole('button', { name: 'Close' });
  // One at a time: of two scrolls between two frames, a browser sees only the result.
  const scroll = (by: number) =>
    page.locator('.sheet__paper').evaluate(async (paper, top) => {
      paper.scrollBy({ top });
      for (const _ of 'ab') await new Promise((drawn) => requestAnimationFrame(drawn));
    }, by);
  await expect(close).toBeInViewport();
  await scroll(500);
  await expect(close).not.toBeInViewport();
  await scroll(-50);
  await expect(close).toBeInViewport();
  await scroll(50);
  await expect(close).not.toBeInViewport();
  await scroll(10_000);
  await expect(close).toBeInViewport();
  await scroll(-500);
  await scroll(50);
  await expect(close).not.toBeInViewport();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await close.focus();
  await expect(close).toBeInViewport();
  // The focus alone would show it.
  await page.getByRole('heading', { name: 'Long' }).focus();
  await scroll(-10_000);
  await page.locator('.sheet__paper').evaluate(springBack);
  await expect(close).toBeInViewport();
});

/** As the letter of an iPhone does that was pulled beyond its beginning. */
function springBack(paper: Element): void {
  for (const value of [-30, -10, 0]) {
    Object.defineProperty(paper, 'scrollTop', { configurable: true, value });
    paper.dispatchEvent(new Event('scroll'));
  }
}

test('with large text the lines of a letter are not hidden by the close button on a tablet either', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const { id } = await site.send({
    title: 'رسالة',
    content: 'كتبت إليك كل يوم ولم أرسل شيئا. '.repeat(200),
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
  await page.goto(`/letter/${id}#letter`);
  const close = page.getByRole('button', { name: 'Close' });
  await expect(close).toBeInViewport();
  // Lines begin on the right.
  expect((await close.boundingBox())?.x).toBeLessThan(100);
  await page.mouse.move(400, 500);
  await page.mouse.wheel(0, 500);
  await expect(close).not.toBeInViewport();
});

test('the site’s own words, and names in another script, are not marked with the language of the letter', async ({
  page,
  site,
}) => {
  await site.send({ title: 'At four in the morning', date: '2026-03-01' });
  const title = 'إلى سلمى، من الشرفة';
  const { id } = await site.send({ title, content: title, date: '2026-03-02', signature: 'Ines' });
  await page.goto(`/letter/${id}#letter`);
  const languageOf = (shown: Locator) =>
    shown.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'));
  const sheet = page.locator('.sheet__letter');
  await expect(sheet.getByRole('heading', { name: title })).toBeVisible();
  expect(await languageOf(sheet.getByRole('heading', { name: title }))).toBe('ar');
  expect(await languageOf(sheet.locator('.sheet__content'))).toBe('ar');
  for (const words of ['March 2, 2026', 'Ines', 'Earlier', 'At four in the morning']) {
    expect(await languageOf(sheet.getByText(words))).toBe('en');
  }
  await expect(sheet.getByText('Ines')).toHaveCSS('font-family', /Caveat/);
});

for (const [signature, font] of [
  ['Ines Żółć', 'Caveat'],
  ['Nguyễn Thị Ánh', 'EB Garamond'],
  ['Ɗanladi Oṣó', 'EB Garamond'],
  ['Ǩeâra', 'EB Garamond'],
  ['Hǔ Lì', 'Caveat'],
] as const) {
  test(`the signature ${signature} is written in ${font} alone`, async ({ page, site }) => {
    const { id } = await site.send({ title: 'A name', content: 'Below.', signature });
    await page.goto(`/letter/${id}#letter`);
    await expect(page.locator('.sheet__letter').getByText(signature)).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const { root } = await devtools.send('DOM.getDocument');
    const selector = '.sheet__signature bdi';
    const node = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', node);
    expect(fonts.map(({ familyName }) => familyName)).toEqual([font]);
  });
}

test('a name that is not written by hand on its sheet is not in the form either, which would cut it off', async ({
  page,
}) => {
  await page.goto('/');
  await enterPortal(page);
  const signature = field(page, 'signature');
  await signature.fill('Ines');
  await expect(signature).toHaveCSS('font-family', /^"?Caveat/);
  await signature.fill('أختك إيناس');
  await expect(signature).toHaveCSS('font-family', /^"EB Garamond/);
});

for (const { script, words, least } of [
  { script: 'Thai', words: 'จดหมายถึงคุณจากหน้าต่างบานเดิมในวันฝนตก', least: 1.35 },
  { script: 'Khmer', words: 'សំបុត្រសម្រាប់អ្នកពីបង្អួចចាស់នៅថ្ងៃភ្លៀង', least: 1.75 },
]) {
  test(`lines in ${script}, whose characters are tall and deep, are further apart`, async ({
    page,
    site,
  }) => {
    await site.send({ title: words, content: words });
    await site.send({ title: 'At four in the morning' });
    await page.goto('/');
    const leading = (shown: Locator) =>
      shown.evaluate((element) => {
        const { fontSize, lineHeight } = getComputedStyle(element);
        return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
      });
    const onEnvelope = (title: string) => page.locator('.envelope__title', { hasText: title });
    expect(await leading(onEnvelope(words))).toBeGreaterThan(least);
    expect(await leading(onEnvelope('At four'))).toBeLessThan(1.2);
    await onEnvelope(words).click();
    expect(await leading(page.getByRole('heading', { name: words }))).toBeGreaterThan(least);
    await expect(page.locator('.sheet__content')).toContainText(words);
    expect(await leading(page.locator('.sheet__content'))).toBeGreaterThan(least);
  });
}

test('the close button is on the side where lines end, also if the site does not know the language', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const close = page.getByRole('button', { name: 'Close letter' });
  for (const { words, isLeft } of [
    { words: 'ܫܠܡܐ ܠܟ', isLeft: true },
    { words: 'Peace to you', isLeft: false },
  ]) {
    const { id } = await site.send({ title: words, content: words, signature: 'Ines' });
    await page.goto(`/letter/${id}#letter`);
    await expect(close).toBeVisible();
    const box = await close.boundingBox();
    expect((box?.x ?? Number.NaN) < 180).toBe(isLeft);
  }
});

test('keys scroll an opened letter also after a click into it', async ({ page, site }) => {
  await site.send({ title: 'A long one', content: 'Line by line.\n\n'.repeat(80) });
  await page.goto('/');
  await page.getByRole('link', { name: 'A long one' }).click();
  await page.getByText('Line by line.').nth(2).click();
  // Chromium would scroll it anyway; Firefox focuses its dialog, if nothing nearer can have the focus.
  const paper = page.locator('.sheet__paper');
  await expect(paper).toBeFocused();
  await page.keyboard.press('Space');
  await expect.poll(() => paper.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
});
