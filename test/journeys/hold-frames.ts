import type { Page } from '@playwright/test';

/**
 * Keeps a page from painting frames, as far as its script notices: as on a busy phone.
 * @returns lets it paint again, and resolves when all that was waiting for a frame is done
 */
export async function holdFrames(page: Page): Promise<() => Promise<void>> {
  const release = await page.evaluateHandle(() => {
    const { requestAnimationFrame, cancelAnimationFrame } = window;
    const waiting = new Map<number, FrameRequestCallback>();
    let count = 0;
    // Negative, unlike those of the browser: frames that were asked for before can still be cancelled.
    window.requestAnimationFrame = (act) => {
      count -= 1;
      waiting.set(count, act);
      return count;
    };
    window.cancelAnimationFrame = (frame) => {
      if (!waiting.delete(frame)) cancelAnimationFrame(frame);
    };
    return async () => {
      Object.assign(window, { requestAnimationFrame });
      // One may cancel another.
      for (const act of waiting.values()) act(performance.now());
      Object.assign(window, { cancelAnimationFrame });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      await new Promise((done) => setTimeout(done));
    };
  });
  return () => release.evaluate((act) => act());
}
