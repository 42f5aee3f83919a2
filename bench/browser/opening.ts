import type { Browser, BrowserContext, Page } from '@playwright/test';
import { launchChromium } from '../../test/browser/launch-chromium.ts';
import { untilAlive } from '../../test/browser/until-alive.ts';
import { withMeasuredSite } from '../measured-site.ts';
import { interleaved } from '../rounds.ts';
import type { Figure, Row } from '../row.ts';
import { type Movement, movementOf, type Telephone, watchTaps } from './displayed-frames.ts';
import { framesPerSecond } from './frames.ts';

const ROUNDS = 3;
/** Milliseconds: see app/envelope/gesture.ts. The bare page takes as long. Closing is quicker. */
const OPENING_MS = 700;
const CLOSING_MS = 560;
/** In pixels: each round scrolls this far, to open new letters; those opened before are quicker. */
const FURTHER = 900;
const TELEPHONE = {
  viewport: { width: 360, height: 800 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'no-preference',
} as const;

/** Milliseconds from the tap until an envelope is open and its letter comes out. */
const WORDS_COME_MS = 300;

/** The least that can move: one layer of one colour. @param tapped a script that a tap also runs */
const bare = (tapped = '') => `<meta name="viewport" content="width=device-width"><style>
  #card { position: fixed; inset: 0; background: #fdf9f0; pointer-events: none; transition: transform 700ms;
    transform: translate(20px, 300px) scale(0.8); transform-origin: 0 0; will-change: transform }
  #card.open { transform: none }
</style><button onclick="card.classList.toggle('open'); ${tapped}">open</button><div id="card"></div>`;

/** The least that an opening does: something moves, and text arrives meanwhile. */
const TAKE_IN_WORDS = `setTimeout(() => { card.textContent = card.textContent ? '' : 'Come by when you can. '.repeat(20) }, ${WORDS_COME_MS})`;

interface Place {
  x: number;
  y: number;
}

interface Turn {
  opening: Movement;
  closing: Movement;
}

export const opening: Row = {
  name: 'opening',
  claim:
    'How an envelope opens and closes on a phone with a processor four times as slow, with 24 and with 1,000 letters on the page, compared with a bare page that moves one layer, and with one whose text changes meanwhile.',

  run: () =>
    withMeasuredSite({ letters: 1000 }, async ({ site }) => {
      await using browser = await launchChromium();
      const context = await browser.newContext(TELEPHONE);
      const still = await barePage(context, bare());
      const wordy = await barePage(context, bare(TAKE_IN_WORDS));
      const few = await homePage(context, site.address, 24);
      const many = await homePage(context, site.address, 1000);
      const found = await interleaved(ROUNDS, {
        still: () => moveBare(browser, still),
        wordy: () => moveBare(browser, wordy),
        few: () => openNext(browser, few),
        many: () => openNext(browser, many),
      });
      return {
        figures: [
          ...figures('24 letters', found.few, true),
          ...figures('1,000 letters', found.many, true),
          ...figures('a bare page', found.still, false),
          ...figures('a bare page whose text changes', found.wordy, false),
        ],
        remarks: [
          'Frames are those that were displayed, not those that a script could have drawn. This machine has no graphics card, so the processor that is measured also paints every layer.',
          'The bare pages are the floor: a mark that they miss cannot be reached on this machine.',
          'Where the time until the next paint goes, in a trace of the slowed processor: with 24 letters 46 ms pass from the touch until the frame is submitted, 23 of them before the click and 20 for the frame itself, followed by painting and the wait for the display. No mouse events follow the touch, and the letter’s words are fetched a moment later. With 1,000 letters it is 8 ms more: 2 for finding the element under the finger (5 before long lists were divided into sections), and 2 in every frame for checking each `<svg>` of the page for animations, which Chromium also does for those far away; the rest is noise.',
          'Chromium shows a frame of about 32 ms whenever the page begins to change during an animation: it draws at the beginning of a frame as long as it expects nothing from the main thread, and then waits for it once, for up to 15.5 ms. An opening has such moments when its card is added and when its words arrive; so has the bare page whose text changes while its one layer moves. An opening had a third until 2026-11-26, because its address followed the card a frame later: in turns, 10 of 44 openings then had a frame of more than 32 ms, and 0 of 44 with the address at once; of 72 more on the same day, 6 had one.',
          'The longest frame is the longest of all rounds, and the frame rate is counted from the first frame after the tap until everything has moved, including any freeze. Both marks lie within what this machine varies by from one day to the next. Next paints were 48 to 72 ms in five runs of 2026-11-30, 64 to 80 in four later that day, when everything took longer, 80 to 120 in four of the day before, and 88 to 144 earlier, on machines whose bare page took 24 ms or more. Longest frames were 26.3 to 35 ms in ten runs of 2026-11-30, 31.1 to 34.2 in four later that day, 30.6 to 37.4 in four of the day before. Where a change was measured in turns with the software before it, as on 2026-11-25, 2026-11-29 and three times on 2026-11-30, the two could not be told apart; the last time, in three runs each, the longest frames were 32.8 to 33.8 ms with 24 letters and 31.1 to 32.4 with 1,000, and before the change 32.2 to 34.5 and 31.6 to 32.6.',
          `The longest frame of each round was ${told(found.few, 'opening')} with 24 letters, ${told(found.many, 'opening')} with 1,000, ${told(found.still, 'opening')} on the bare page and ${told(found.wordy, 'opening')} on the one whose text changes; in closing ${told(found.few, 'closing')}, ${told(found.many, 'closing')}, ${told(found.still, 'closing')} and ${told(found.wordy, 'closing')}.`,
        ],
      };
    }),
};

function figures(where: string, turns: Turn[], judged: boolean): Figure[] {
  const of = (what: string, unit: Figure['unit'], value: (movement: Movement) => number) => ({
    what: `${where}: ${what}`,
    values: turns.map(({ opening }) => value(opening)),
    unit,
  });
  const must = (figure: Figure, must: NonNullable<Figure['must']>): Figure =>
    judged ? { ...figure, must } : figure;
  return [
    must(
      of('next paint', 'ms', ({ nextPaint }) => nextPaint),
      { atMost: 100 },
    ),
    // Rounded, for the clocks of display and tracing differ: one frame that is left out makes 59.
    must(
      of('frames a second', 'fps', ({ frames }) => Math.round(framesPerSecond(frames))),
      {
        atLeast: 60,
      },
    ),
    must(
      // Of all rounds, for a median would forgive every other stutter.
      { what: `${where}: longest frame`, values: [longestOf(turns)], unit: 'ms' },
      { atMost: 32 },
    ),
  ];
}

const longest = ({ frames }: Movement) => Math.max(...frames);
const longestOf = (turns: Turn[]) => Math.max(...turns.map(({ opening }) => longest(opening)));
const told = (turns: Turn[], movement: keyof Turn) =>
  turns.map((turn) => `${Math.round(longest(turn[movement]))} ms`).join(', ');

async function barePage(context: BrowserContext, markup: string): Promise<Telephone> {
  const page = await context.newPage();
  await page.setContent(markup);
  return heldBy(page);
}

/** The home page after scrolling down until so many letters have loaded, and up again. */
async function homePage(context: BrowserContext, address: string, letters: number) {
  const page = await context.newPage();
  await page.goto(address);
  await untilAlive(page);
  const there = () => page.locator('.grid li').count();
  while ((await there()) < letters) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(20);
  }
  await page.evaluate(() => window.scrollTo(0, 600));
  await scrolled(page);
  return heldBy(page);
}

async function heldBy(page: Page): Promise<Telephone> {
  await watchTaps(page);
  return { page, session: await page.context().newCDPSession(page) };
}

/** An envelope that has not been opened before. */
async function openNext(browser: Browser, telephone: Telephone): Promise<Turn> {
  const { page } = telephone;
  await page.bringToFront();
  await page.evaluate((further) => window.scrollBy(0, further), FURTHER);
  await scrolled(page);
  const envelope = await placeOf(page, '.grid li');
  const opening = await movementOf(browser, telephone, () => tap(page, envelope), OPENING_MS);
  const close = await placeOf(page, '.sheet__close');
  const closing = await movementOf(browser, telephone, () => tap(page, close), CLOSING_MS);
  return { opening, closing };
}

/** What has come near is laid out in the frame after the scroll, and only then can be found in view. */
function scrolled(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((idle) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(idle))),
      ),
  );
}

async function moveBare(browser: Browser, telephone: Telephone): Promise<Turn> {
  const { page } = telephone;
  await page.bringToFront();
  const button = await placeOf(page, 'button');
  const opening = await movementOf(browser, telephone, () => tap(page, button), OPENING_MS);
  const closing = await movementOf(browser, telephone, () => tap(page, button), OPENING_MS);
  return { opening, closing };
}

/**
 * The centre of an element in view, another one each time. Looked for before the tap, and without
 * laying out what is out of view, because both would cost the page that is measured.
 */
function placeOf(page: Page, selector: string): Promise<Place> {
  return page.evaluate((wanted) => {
    const near = [...document.querySelectorAll(wanted)].filter((one) =>
      one.checkVisibility({ contentVisibilityAuto: true }),
    );
    const places = near.map((one) => one.getBoundingClientRect());
    const inView = places.filter(({ top, bottom }) => top > 0 && bottom < 780);
    const { x, y, width, height } = inView.at(
      Math.floor(performance.now() / 1000) % inView.length,
    ) as DOMRect;
    return { x: x + width / 2, y: y + height / 2 };
  }, selector);
}

const tap = (page: Page, { x, y }: Place) => page.touchscreen.tap(x, y);
