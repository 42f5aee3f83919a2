import { setTimeout as sleep } from 'node:timers/promises';
import { bufferResponse } from '../cache/cached-response.ts';
import { HOME, makePage, type PageNeeds } from './pages.ts';

/** How often the home page is rendered. The last render takes a third as long as the first, and twice as many would gain little. */
const MAKINGS = 100;
/** Milliseconds between two renders, so that a request waits for one of them at most. */
const PAUSE_MS = 10;

/**
 * Renders the home page repeatedly and discards the result, so that the JIT has compiled the code when a
 * change has the page rendered while readers wait. Otherwise that would take hundreds of changes. Does
 * nothing when the letters cannot be read.
 * @param signal ends the warm-up
 */
export async function warmUp(needs: PageNeeds, signal: AbortSignal): Promise<void> {
  const letters = await needs.site.visibleLetters();
  if (letters === null) return;
  const site = { ...needs.site, visibleLetters: async () => letters };
  for (let made = 0; made < MAKINGS && !signal.aborted; made += 1) {
    await bufferResponse(await makePage({ ...needs, site }, HOME));
    await sleep(PAUSE_MS, undefined, { ref: false });
  }
}
