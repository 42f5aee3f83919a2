import { recall, remember, shownEntry } from '../tab-memory.ts';

/** How far the letter was read, from 0 to 1, when the page was unloaded. */
let readBefore = import.meta.env.SSR ? 0 : Number(recall('letter'));

/** How far a letter can be scrolled, in CSS pixels; at least 1, to be divided by. */
const scrollRange = (paper: HTMLElement) => Math.max(1, paper.scrollHeight - paper.clientHeight);

/** Scrolls a letter to where it was read before the page was unloaded: once, and not when it was scrolled already. */
export function restoreReadingPosition(paper: HTMLElement | null): void {
  if (paper) paper.scrollTop ||= readBefore * scrollRange(paper);
  readBefore = 0;
}

/**
 * Keeps the reading position when lines are broken anew, because the telephone was turned, and has the
 * tab remember it: browsers do neither for an element that scrolls inside of a page.
 * What stays where it was seen is at the top of the window where a letter begins, and at the bottom where it ends.
 * @returns ends it
 */
export function keepReadingPosition(paper: HTMLElement | null): () => void {
  if (!paper) return () => {};
  /** How far the letter is read, from 0 to 1. */
  let read = 0;
  let width = 0;
  const scrolled = () => {
    // While a telephone is turned, browsers scroll by themselves: a letter that becomes shorter is cut
    // off where it ends, now and then at a width in between that nobody is told of.
    const turning = width !== 0 && paper.clientWidth !== width;
    if (!turning) read = paper.scrollTop / scrollRange(paper);
  };
  const observer = new ResizeObserver(() => {
    const before = width;
    width = paper.clientWidth;
    // A card that was closed begins with another letter, or where one has come back; and the bars of
    // a browser that come and go while the reader scrolls only change how much is seen.
    if (before !== 0 && width !== before) paper.scrollTop = read * scrollRange(paper);
    scrolled();
  });
  paper.addEventListener('scroll', scrolled, { passive: true });
  observer.observe(paper);
  remember(
    'letter',
    ({ hash }) => {
      if (!hash || readBefore) return null;
      // The last scroll event may not have been dispatched yet.
      scrolled();
      return `${read}`;
    },
    shownEntry,
  );
  return () => {
    paper.removeEventListener('scroll', scrolled);
    observer.disconnect();
  };
}
