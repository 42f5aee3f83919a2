import { recall, remember, shownEntry } from '../tab-memory.ts';

/** How far the letter was read, of 1, when the page went that has come back. */
let readBefore = import.meta.env.SSR ? 0 : Number(recall('letter'));

/** How far a letter can be scrolled, in CSS pixels; 1 for one that is seen whole, to be divided by. */
const wayOf = (paper: HTMLElement) => Math.max(1, paper.scrollHeight - paper.clientHeight);

/** Brings a letter that has come back to the place where it was read, once; not under somebody who reads it already. */
export function readOn(paper: HTMLElement | null): void {
  if (paper) paper.scrollTop ||= readBefore * wayOf(paper);
  readBefore = 0;
}

/**
 * Keeps a letter at the place where it is read while its lines are broken anew, because the telephone
 * was turned, and has the tab remember it: no browser does that for what is scrolled inside of a page.
 * What stays where it was seen is at the top of the window where a letter begins, and at the bottom where it ends.
 * @returns ends it
 */
export function keepPlace(paper: HTMLElement | null): () => void {
  if (!paper) return () => {};
  /** How far the letter is read, of 1. */
  let read = 0;
  let width = 0;
  const scrolled = () => {
    // While a telephone is turned, browsers scroll by themselves: a letter that becomes shorter is cut
    // off where it ends, now and then at a width in between that nobody is told of.
    const turning = width !== 0 && paper.clientWidth !== width;
    if (!turning) read = paper.scrollTop / wayOf(paper);
  };
  const observer = new ResizeObserver(() => {
    const before = width;
    width = paper.clientWidth;
    // A card that was closed begins with another letter, or where one has come back; and the bars of
    // a browser that come and go while the reader scrolls only change how much is seen.
    if (before !== 0 && width !== before) paper.scrollTop = read * wayOf(paper);
    scrolled();
  });
  paper.addEventListener('scroll', scrolled, { passive: true });
  observer.observe(paper);
  remember(
    'letter',
    ({ hash }) => {
      if (!hash || readBefore) return null;
      // The page may go before it is told of the last bit.
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
