import type { Browser, CDPSession, Page } from '@playwright/test';
import { frameTimes } from './frames.ts';

/** One tap, and the animation after it. In milliseconds. */
export interface Movement {
  /** From the tap until the next frame, as the browser reports it: in steps of eight. */
  nextPaint: number;
  /** How long each frame stood on the screen, from the first after the tap until all had moved. */
  frames: number[];
}

export interface Telephone {
  page: Page;
  /** Slows the page down. */
  session: CDPSession;
}

interface TraceEvent {
  name: string;
  /** Microseconds. */
  ts: number;
  args?: { data?: { type?: string } };
}

const CATEGORIES = ['disabled-by-default-display.framedisplayed', 'viz', 'devtools.timeline'];
/** The browser reports no tap that took less, so without a report this is the maximum. */
const LEAST_TOLD_MS = 16;
/** By what factor the processor is slowed down. */
const SLOWER = 4;
/** Milliseconds that a frame may come late and still be seen. */
const LATE_MS = 300;

/** Records what the browser reports of every tap on a page. To be called once for a page. */
export async function watchTaps(page: Page): Promise<void> {
  await page.evaluate((threshold) => {
    const taps: number[] = [];
    Object.assign(window, { taps });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'click') taps.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: threshold } as PerformanceObserverInit);
  }, LEAST_TOLD_MS);
}

/** @param lasts milliseconds from the first frame to the end of the animation */
export async function movementOf(
  browser: Browser,
  { page, session }: Telephone,
  tap: () => Promise<void>,
  lasts: number,
): Promise<Movement> {
  await page.evaluate(() => (window as unknown as { taps: number[] }).taps.splice(0));
  await browser.startTracing(page, { categories: CATEGORIES });
  // Only during the animation: the browser slows down by keeping the processor busy.
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await tap();
  await drawnAndOver(page, lasts + LATE_MS);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const taps = await page.evaluate(() => (window as unknown as { taps: number[] }).taps);
  const clicked = trace.traceEvents.find(
    ({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'click',
  );
  if (!clicked) throw new Error('Nothing was tapped.');
  const shown = trace.traceEvents
    .filter(({ name, ts }) => name === 'Display::FrameDisplayed' && ts >= clicked.ts)
    .map(({ ts }) => (ts - clicked.ts) / 1000);
  return { nextPaint: taps[0] ?? LEAST_TOLD_MS, frames: frameTimes(shown, lasts) };
}

/** Waits from the next frame on, which on a busy machine comes long after the tap. */
async function drawnAndOver(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(
    (wait) => new Promise((over) => requestAnimationFrame(() => setTimeout(over, wait))),
    milliseconds,
  );
}
