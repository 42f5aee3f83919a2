import type { Locator } from '@playwright/test';
import { expect, test } from '../../journey.ts';
import { beginManaging } from '../../portal.ts';

/** The left end of the line below an element, as it is drawn. */
async function lineBelow(element: Locator): Promise<Buffer> {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not visible.');
  const clip = { x: Math.floor(box.x) - 10, y: Math.round(box.y + box.height) - 1 };
  return element.page().screenshot({ clip: { ...clip, width: 20, height: 1 } });
}

// Centred beside the gutter of the scroll bar, the portal begins at half a pixel.
for (const width of [1280, 1440, 1920]) {
  test(`the lines of the list begin below the line of the tabs, ${width} pixels wide`, async ({
    page,
    site,
  }) => {
    await site.send({ title: 'In line' });
    await page.setViewportSize({ width, height: 800 });
    await beginManaging(page);
    const row = page.locator('.manage__letter');
    await expect(row).toHaveCount(1);
    expect(await lineBelow(row)).toEqual(await lineBelow(page.locator('.tabs')));
  });
}
