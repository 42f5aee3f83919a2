import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { SAMPLE_LETTERS } from '../../../demo/letters.ts';
import { OWNERS } from '../../../pictures/owner-states.ts';
import { READERS } from '../../../pictures/reader-states.ts';
import { closeScene, openScene, openWindow, type Scene, settled } from '../../../pictures/stage.ts';

/**
 * A dozen of the pictures that `npm run pictures` takes, beside the same ones as they should be. A
 * look that was changed on purpose is taken anew by
 * `CHROMIUM_PATH=/usr/bin/chromium npx playwright test pictures --update-snapshots`.
 */
const PHONE = { width: 360, height: 740 };
const TABLET = { width: 768, height: 1024 };
const DESK = { width: 1280, height: 800 };
const PICTURES = [
  ['home', DESK, 'day'],
  ['home', PHONE, 'night'],
  ['envelope-focused', TABLET, 'night'],
  ['letter-short', TABLET, 'day'],
  ['letter-poem', PHONE, 'day'],
  ['letter-long', DESK, 'night'],
  ['letter-page', PHONE, 'night'],
  ['letter-printed', TABLET, 'day'],
  ['not-found', DESK, 'night'],
  ['menu', PHONE, 'day'],
  ['portal-access', TABLET, 'night'],
  ['portal-manage', DESK, 'day'],
] as const;

/** Only in fonts that come with the site: how other scripts look depends on the machine. */
const LETTERS = SAMPLE_LETTERS.filter(({ title }) => /^\p{Script=Latin}/u.test(title));
/**
 * The ratio is of all pixels. Letters are drawn a little differently by another Chromium; an envelope that moved by a
 * few pixels is more than this.
 */
const COMPARED = {
  maxDiffPixelRatio: 0.002,
  threshold: 0.1,
  stylePath: join(import.meta.dirname, 'pictures.css'),
  timeout: 20_000,
};

// A slow machine may need longer than for another journey.
test.setTimeout(240_000);

test('every screen looks like its reference picture', async ({ browser }) => {
  const scene: Scene = await openScene({ letters: LETTERS, port: 0 });
  try {
    for (const [name, screen, time] of PICTURES) {
      const state = [...READERS, ...OWNERS].find((known) => known.name === name);
      if (!state) throw new Error(`There is no state called ${name}.`);
      const page: Page = await openWindow(browser, { ...screen, time });
      await state.arrange(page, scene);
      await settled(page);
      await expect.soft(page).toHaveScreenshot(`${name}-${screen.width}-${time}.png`, COMPARED);
      await page.context().close();
    }
  } finally {
    await closeScene(scene);
  }
});
