import { recall, remember, shownEntry } from '../tab-memory.ts';

/** How much of the letter lay above when the page went that has come back. */
let readBefore = import.meta.env.SSR ? 0 : Number(recall('letter'));

/** Brings a letter that has come back to the place where it was read, once; not under somebody who reads it already. */
export function readOn(paper: HTMLElement | null): void {
  if (paper) paper.scrollTop ||= readBefore * paper.scrollHeight;
  readBefore = 0;
}

/**
 * Keeps a letter at the place where it is read while its lines are broken anew, because the telephone
 * was turned, and has the tab remember it: no browser does that for what is scrolled inside of a page.
 * @returns ends it
 */
export function keepPlace(paper: HTMLElement | null): () => void {
  if (!paper) return () => {};
  /** How much of the letter lies above. */
  let above = 0;
  let width = 0;
  const scrolled = () => {
    above = paper.scrollTop / paper.scrollHeight;
  };
  const observer = new ResizeObserver(() => {
    const before = width;
    width = paper.clientWidth;
    // A card that was closed begins with another letter, or where one has come back; and the bars of
    // a browser that come and go while the reader scrolls only change how much is seen.
    if (before !== 0 && width !== before) paper.scrollTop = above * paper.scrollHeight;
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
      return `${above}`;
    },
    shownEntry,
  );
  return () => {
    paper.removeEventListener('scroll', scrolled);
    observer.disconnect();
  };
}
