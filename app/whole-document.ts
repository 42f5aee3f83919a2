import { placeOf } from './home/use-place-in-list.ts';
import { shownEntry } from './tab-memory.ts';

/**
 * Pages are whole documents; nothing is fetched to go from one to another. But after a reload, Back
 * can lead from one page to another within one document, because opening a letter made an entry in
 * its history. The address has changed by then, so loading it anew is all that is to do.
 */
export function loadWholeDocument(): Promise<never> {
  // A reload leads to the place that was seen last, and a letter's page is too low to have it.
  const [place] = placeOf(shownEntry()) ?? [];
  if (place) {
    document.body.style.height = `${place + window.innerHeight}px`;
    window.scrollTo(0, place);
  }
  window.location.reload();
  return new Promise(() => {});
}
