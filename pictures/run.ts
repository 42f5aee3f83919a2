import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { launchChromium } from '../test/browser/launch-chromium.ts';
import { OWNERS } from './owner-states.ts';
import { READERS, type State } from './reader-states.ts';
import { takeReadmePictures } from './readme.ts';
import { closeScene, type Look, openScene, openWindow, settled, webpOf } from './stage.ts';

/**
 * `npm run pictures`: every state of every screen, at three widths, by day and by night, and the
 * pictures of the README. With names behind it, those states alone.
 */

const FOLDER = join(import.meta.dirname, '../docs/pictures');
const STATES = [...READERS, ...OWNERS];
const SCREENS = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];
/** A4 in pixels of CSS. */
const PAPER = { width: 794, height: 1123 };
const PORT = 4150;
/** Milliseconds for one picture, so that a hanging browser does not block the others. */
const TIMEOUT_MS = 60_000;

const names = process.argv.slice(2);
const all = ['readme', ...STATES.map(({ name }) => name)];
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no picture called ${unknown.join(' or ')}, only ${all.join(', ')}.`);
  process.exit(2);
}
const wanted = STATES.filter(({ name }) => names.length === 0 || names.includes(name));
mkdirSync(join(FOLDER, 'states'), { recursive: true });
const browser = await launchChromium();
let missing = 0;
for (const state of wanted) {
  for (const screen of state.paper ? [PAPER] : SCREENS) {
    for (const time of state.paper ? (['day'] as const) : (['day', 'night'] as const)) {
      const file = `${state.name}-${screen.width}-${time}.webp`;
      try {
        await takeState(browser, state, { ...screen, time }, join(FOLDER, 'states', file));
        console.log(file);
      } catch (error) {
        missing += 1;
        console.error(`${file}: ${(error as Error).message}`);
      }
    }
  }
}
if (names.length === 0 || names.includes('readme')) await takeReadmePictures(browser, FOLDER);
await browser.close();
process.exitCode = missing === 0 ? 0 : 1;

async function takeState(browser: Browser, state: State, look: Look, path: string): Promise<void> {
  const { letters, moving = false } = state;
  const scene = await openScene({ port: PORT, ...(letters ? { letters: letters() } : {}) });
  const page = await openWindow(browser, { ...look, moving });
  page.setDefaultTimeout(10_000);
  try {
    const picture = await inTime(async () => {
      await state.arrange(page, scene);
      await settled(page);
      return webpOf(page);
    });
    writeFileSync(path, picture);
  } finally {
    await page.context().close();
    await closeScene(scene);
  }
}

async function inTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('It took too long.')), TIMEOUT_MS);
  return Promise.race([work(), late]).finally(() => clearTimeout(timer));
}
