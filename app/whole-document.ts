import { isAddressOfDocument } from './address-of-document.ts';
import { placeOf } from './home/use-place-in-list.ts';
import { shownEntry } from './tab-memory.ts';

/**
 * Pages are whole documents; none is fetched by the router. But after a reload, Back can lead from one page
 * to another within one document, because opening a letter made an entry in its history. By then the
 * address has changed, so reloading it is enough.
 */
export function loadWholeDocument(): Promise<never> {
  // The server gave another page than the router expects here, and would give it again, for ever. But where a letter
  // was open over the list, the router expects the list, and as it starts anew the letter's page (tab-memory.ts).
  if (isAddressOfDocument() && !window.history.state?.masked)
    throw new Error('This page belongs to another address.');
  // A reload would restore the last scroll position, but a letter's page is too short for it.
  const [place] = placeOf(shownEntry()) ?? [];
  if (place) {
    document.body.style.height = `${place + window.innerHeight}px`;
    window.scrollTo(0, place);
  }
  window.location.reload();
  return new Promise(() => {});
}
