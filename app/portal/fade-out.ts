import { skipsAnimation } from '../ui/skip-animation.ts';

/**
 * Lets what an update removes fade out, where the browser can, and where its style asks for it (cards.css).
 * @param update renders synchronously; it may be called a frame later
 */
export function fadeOut(update: () => void): void {
  if (!document.startViewTransition || skipsAnimation()) update();
  // Rejected where nothing is animated, as in a tab in the background; the update happens all the same.
  else document.startViewTransition(update).ready.catch(() => {});
}
