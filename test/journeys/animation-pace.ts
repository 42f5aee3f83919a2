import type { Page } from '@playwright/test';

/** @returns sets how fast the animations of a page run: 1 is their own pace, and at 0 they stand still */
export async function animationPace(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  return (playbackRate: number) => session.send('Animation.setPlaybackRate', { playbackRate });
}
