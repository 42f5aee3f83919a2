import type { Browser, Page } from '@playwright/test';

/** Of one tap, and of what moves after it. In milliseconds. */
export interface Movement {
  /** From the tap until the next frame, as the browser tells it: in steps of eight. */
  nextPaint: number;
  /** How long each frame stood on the screen, until what was to be seen had moved. */
  frames: number[];
}

interface TraceEvent {
  name: string;
  /** Microseconds. */
  ts: number;
  args?: { data?: { type?: string } };
}

const CATEGORIES = ['disabled-by-default-display.framedisplayed', 'viz', 'devtools.timeline'];
/** What the eye takes for a rest, and not for a frame that came late. */
const REST = 250;

/** Keeps what the browser tells of every tap on a page. To be called once for a page. */
export async function watchTaps(page: Page): Promise<void> {
  await page.evaluate(() => {
    const taps: number[] = [];
    Object.assign(window, { taps });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'click') taps.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** @param lasts milliseconds in which whatever the tap moves comes to rest */
export async function movementOf(
  { browser, page }: { browser: Browser; page: Page },
  tap: () => Promise<void>,
  lasts: number,
): Promise<Movement> {
  await page.evaluate(() => (window as unknown as { taps: number[] }).taps.splice(0));
  await browser.startTracing(page, { categories: CATEGORIES });
  await tap();
  // On a busy machine the first frame may come late.
  await page.waitForTimeout(lasts + 400);
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
    .map(({ ts }) => (ts - clicked.ts) / 1000)
    .filter((at) => at < lasts)
    .sort((one, other) => one - other);
  return {
    // What is not told took less than two frames.
    nextPaint: taps[0] ?? 16,
    frames: shown
      .slice(1)
      .map((at, nth) => at - (shown[nth] ?? 0))
      .filter((time) => time < REST),
  };
}
