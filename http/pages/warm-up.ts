import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '#core/errors.ts';
import { bufferResponse } from '../cache/cached-response.ts';
import { HOME, makePage, type PageNeeds } from './pages.ts';

/** After as many, the home page takes a third of what it takes at first; twice as many bring little. */
const MAKINGS = 100;
/** Milliseconds between two. Whoever comes meanwhile waits for one of them at most. */
const PAUSE = 10;

/**
 * Makes the home page again and again, for nobody, so that what makes it has been compiled when a
 * letter is sent while readers are there. Left alone it would not be for hundreds of letters. They
 * are read once, and nothing is kept; when they cannot be read, nothing is done.
 * @param signal ends it
 */
export async function warmUp(needs: PageNeeds, signal: AbortSignal): Promise<void> {
  const letters = await needs.site.visibleLetters().catch(unavailable);
  if (letters === null) return;
  const site = { ...needs.site, visibleLetters: async () => letters };
  for (let made = 0; made < MAKINGS && !signal.aborted; made += 1) {
    await bufferResponse(await makePage({ ...needs, site }, HOME));
    await pause(PAUSE, undefined, { ref: false });
  }
}

function unavailable(error: unknown): null {
  if (error instanceof StoreUnavailable) return null;
  throw error;
}
