import type { Page } from '@playwright/test';

/** Fingers on the screen, each at its place. */
export async function fingers(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: number[][]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: places.map(([x = 0, y = 0], id) => ({ x, y, id })),
    });
}
