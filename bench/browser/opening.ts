import type { Browser, BrowserContext, Page } from '@playwright/test';
import { launchChromium } from '../../test/launch-chromium.ts';
import { median } from '../../test/quantile.ts';
import { untilAlive } from '../../test/until-alive.ts';
import { withMeasuredSite } from '../measured-site.ts';
import { interleaved } from '../rounds.ts';
import type { Figure, Row } from '../row.ts';
import { type Movement, movementOf, watchTaps } from './displayed-frames.ts';

const ROUNDS = 5;
const SLOWER = 4;
/** Milliseconds: the opening, and a little more for what makes it late. */
const OPENING = 800;
const TELEPHONE = {
  viewport: { width: 360, height: 800 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'no-preference',
} as const;

/** As little as can move: one layer of one colour. */
const BARE = `<meta name="viewport" content="width=device-width"><style>
  #card { position: fixed; inset: 0; background: #fdf9f0; pointer-events: none; transition: transform 700ms;
    transform: translate(20px, 300px) scale(0.8); transform-origin: 0 0 }
  #card.open { transform: none }
</style><button onclick="card.classList.toggle('open')">open</button><div id="card"></div>`;

interface Turn {
  opening: Movement;
  closing: Movement;
}

export const opening: Row = {
  name: 'opening',
  claim:
    'How an envelope opens and closes on a telephone with a processor four times as slow, with 24 and with 1,000 letters on the page, beside a bare page that moves one layer.',

  run: () =>
    withMeasuredSite({ letters: 1000 }, async ({ site }) => {
      const browser = await launchChromium();
      try {
        const context = await browser.newContext(TELEPHONE);
        const bare = await barePage(context);
        const few = await homePage(context, site.address, 24);
        const many = await homePage(context, site.address, 1000);
        const found = await interleaved(ROUNDS, {
          bare: () => moveBare(browser, bare),
          few: () => openNext(browser, few),
          many: () => openNext(browser, many),
        });
        return {
          figures: [
            ...figures('24 letters', found.few, true),
            ...figures('1,000 letters', found.many, true),
            ...figures('a bare page', found.bare, false),
          ],
          remarks: [
            'Frames are those that were displayed, not those that a script could have drawn; there is no graphics card here, so every layer is painted by the processor that is measured.',
            `The longest frame is the longest of each round. In closing they are ${told(found.few)} with 24 letters and ${told(found.many)} with 1,000.`,
          ],
        };
      } finally {
        await browser.close();
      }
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
    // A display of 60 Hz shows 59.9 in a second, and a clock rounds.
    must(
      of('frames a second', 'fps', ({ frames }) => Math.round(1000 / median(frames))),
      {
        atLeast: 60,
      },
    ),
    must(of('longest frame', 'ms', longest), { atMost: 32 }),
  ];
}

const longest = ({ frames }: Movement) => Math.max(...frames);
const told = (turns: Turn[]) =>
  turns.map(({ closing }) => `${Math.round(longest(closing))} ms`).join(', ');

async function barePage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.setContent(BARE);
  await slowDown(page);
  return page;
}

/** The home page as it is after scrolling down until so many letters are there, and up again. */
async function homePage(context: BrowserContext, address: string, letters: number): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await untilAlive(page);
  const there = () => page.locator('.grid > li').count();
  while ((await there()) < letters) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(20);
  }
  await page.evaluate(() => window.scrollTo(0, 600));
  await slowDown(page);
  return page;
}

async function slowDown(page: Page): Promise<void> {
  await watchTaps(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Another envelope that is in view each time. */
async function openNext(browser: Browser, page: Page): Promise<Turn> {
  await page.bringToFront();
  const envelope = await page.evaluateHandle(() => {
    const inView = [...document.querySelectorAll<HTMLElement>('.envelope')].filter((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top > 40 && bottom < 780;
    });
    return inView.at(Math.floor(performance.now() / 1000) % inView.length) as HTMLElement;
  });
  const opening = await movementOf({ browser, page }, () => envelope.tap(), OPENING);
  const close = page.getByRole('button', { name: 'Close letter' });
  const closing = await movementOf({ browser, page }, () => close.tap(), OPENING);
  return { opening, closing };
}

async function moveBare(browser: Browser, page: Page): Promise<Turn> {
  await page.bringToFront();
  const tap = () => page.getByText('open').tap();
  const opening = await movementOf({ browser, page }, tap, OPENING);
  const closing = await movementOf({ browser, page }, tap, OPENING);
  return { opening, closing };
}
