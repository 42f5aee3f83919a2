import { expect, test } from '../journey.ts';

test('no line of a Japanese letter begins with a small kana or the sign of a long vowel', async ({
  page,
  site,
}) => {
  const content =
    '写真を撮ろうとして、やめちゃったよ。コーヒーはもう冷めてしまったでしょうか。'.repeat(4);
  const { id } = await site.send({ title: '初雪の便り', content });
  await page.goto(`/letter/${id}#letter`);
  const words = page.locator('.sheet__content');
  await expect(words).toBeVisible();
  for (let width = 320; width <= 440; width += 10) {
    await page.setViewportSize({ width, height: 800 });
    const beginnings = await words.evaluate((sheet) => {
      const text = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const range = new Range();
      let above = 0;
      return [...text.data].filter((_, at) => {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const { bottom } = range.getBoundingClientRect();
        const begins = bottom > above + 10;
        above = Math.max(above, bottom);
        return begins;
      });
    });
    expect(beginnings.length).toBeGreaterThan(5);
    expect(beginnings.join(''), `at ${width} px`).not.toMatch(
      /[ぁぃぅぇぉっゃゅょァィゥェォッャュョー]/,
    );
  }
});
