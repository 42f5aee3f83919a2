import { expect, test } from '../journey.ts';

test('fewer letters than columns are in the middle of the screen, however large the text is', async ({
  page,
  site,
}) => {
  const aside: string[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    await site.send({ title });
    await page.goto('/');
    for (const text of ['100%', '150%', '225%']) {
      await page.evaluate((size) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`html { font-size: ${size} }`);
        document.adoptedStyleSheets = [sheet];
      }, text);
      for (const width of [360, 640, 768, 1024]) {
        await page.setViewportSize({ width, height: 800 });
        const pixels = await page.evaluate(() => {
          const envelopes = [...document.querySelectorAll('.envelope')];
          const boxes = envelopes.map((envelope) => envelope.getBoundingClientRect());
          const row = boxes.filter(({ y }) => y === boxes[0]?.y);
          const middle = ((row[0]?.left ?? 0) + (row.at(-1)?.right ?? 0)) / 2;
          return Math.round(middle - document.body.clientWidth / 2);
        });
        if (pixels !== 0) aside.push(`${title}, ${text} on ${width}: ${pixels} pixels`);
      }
    }
  }
  expect(aside).toEqual([]);
});
