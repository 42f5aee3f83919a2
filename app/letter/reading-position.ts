import { recall, remember, shownEntry } from '../tab-memory.ts';

/** How far the letter was read, from 0 to 1, when the page was unloaded. */
let readBefore = import.meta.env.SSR ? 0 : Number(recall('letter') ?? 0);

/** How far a letter can be scrolled, in CSS pixels; at least 1, to be divided by. */
const scrollRange = (paper: HTMLElement) => Math.max(1, paper.scrollHeight - paper.clientHeight);

/** Scrolls a letter to where it was read before the page was unloaded: once, and not when it was scrolled already. */
export function restoreReadingPosition(paper: HTMLElement | null): void {
  if (paper) paper.scrollTop ||= readBefore * scrollRange(paper);
  forgetReadingPosition();
}

/** To be called once another letter may be open than the one that was read. */
export function forgetReadingPosition(): void {
  readBefore = 0;
}

/**
 * Keeps the reading position when the text reflows, as when a phone is turned, and remembers it for the tab:
 * browsers do neither for a scrolling element inside a page. The fixed point moves from the top of the
 * window, at the beginning of a letter, to the bottom, at its end. A letter that was last scrolled down, and
 * not to its end, has the attribute `data-down`.
 * @returns stops keeping it
 */
export function keepReadingPosition(paper: HTMLElement | null): () => void {
  if (!paper) return () => {};
  /** How far the letter is read, from 0 to 1. */
  let read = 0;
  let width = 0;
  const scrolled = () => {
    // While a phone is turned, browsers scroll by themselves: they clamp the position in a letter that becomes
    // shorter, sometimes at an intermediate width for which there is no event.
    const turning = width !== 0 && paper.clientWidth !== width;
    if (turning) return;
    // An iPhone's letter springs back to its beginning from beyond it, which is no scrolling down.
    const before = Math.max(read, 0);
    read = paper.scrollTop / scrollRange(paper);
    paper.toggleAttribute('data-down', read > before && scrollRange(paper) - paper.scrollTop > 1);
  };
  const observer = new ResizeObserver(() => {
    const before = width;
    width = paper.clientWidth;
    // A reopened card begins at the top or at the restored position; and a browser's toolbars that come and
    // go on scrolling change only the visible height.
    if (before !== 0 && width !== before) paper.scrollTop = read * scrollRange(paper);
    scrolled();
  });
  paper.addEventListener('scroll', scrolled);
  observer.observe(paper);
  const forget = remember(
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
    forget();
  };
}
