/** Milliseconds after which it is noted what a reader who scrolls has in sight. */
const LOOK_MS = 100;
/** By how many pixels browsers may move a list by themselves, for they round; no reader scrolls by so few. */
const ROUNDED_PX = 8;

/**
 * Keeps the first place in sight where it is when a list becomes wider or narrower, as when a phone is turned:
 * the places above it become others. Safari does not do so by itself, and Chromium not where it skips parts of a
 * list (content-visibility).
 * @param box what becomes wider or narrower with the list
 * @param first finds the first place whose middle is in sight; none where nothing is to be kept
 * @param middleOf how far down a place's middle is from the upper edge, in pixels
 * @returns stops keeping it
 */
export function keepInSight(
  scroller: Window | HTMLElement,
  box: HTMLElement,
  first: () => HTMLElement | undefined,
  middleOf: (place: HTMLElement) => number,
): () => void {
  let place: HTMLElement | undefined;
  let middle = 0;
  let width = box.clientWidth;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const look = () => {
    cancel();
    // A window that is turned may not be laid out yet. Turned back, it shows the same as before, if nobody has scrolled.
    if (box.clientWidth !== width) return;
    if (place?.isConnected && Math.abs(middleOf(place) - middle) < ROUNDED_PX) return;
    place = first();
    if (place) middle = middleOf(place);
  };
  /** Also while the list still glides: a phone may be turned meanwhile. */
  const lookSoon = () => {
    timer ??= setTimeout(look, LOOK_MS);
  };
  /** Also in the next frames, in which what is near gets its real height. */
  const keep = (asWide: number, frame: number) => {
    if (!place?.isConnected || asWide !== width) return;
    cancel();
    scroller.scrollBy(0, middleOf(place) - middle);
    if (frame < 3) requestAnimationFrame(() => keep(asWide, frame + 1));
  };
  const observer = new ResizeObserver(() => {
    if (box.clientWidth === width) return;
    width = box.clientWidth;
    // Not in a list behind another one. Firefox may find by now that the place is far away.
    if (place?.checkVisibility?.() ?? true) keep(width, 0);
  });
  scroller.addEventListener('scroll', lookSoon);
  observer.observe(box);
  // A page that is loaded again was scrolled before this hears of it.
  lookSoon();
  return () => {
    cancel();
    scroller.removeEventListener('scroll', lookSoon);
    observer.disconnect();
  };
}
