/**
 * Pages are whole documents; nothing is fetched to go from one to another. But after a reload, Back
 * can lead from one page to another within one document, because opening a letter made an entry in
 * its history. The address has changed by then, so loading it anew is all that is to do.
 */
export function loadWholeDocument(): Promise<never> {
  // A reload leads to the place that was seen last, and a letter's page is too low to have it.
  const place = window.history.state?.place ?? 0;
  document.body.style.height = `${place + window.innerHeight}px`;
  window.scrollTo(0, place);
  window.location.reload();
  return new Promise(() => {});
}

/** Writes down in this entry of the history where the page is, for the case above. In pixels. */
export function rememberPlace(): void {
  const place = window.scrollY;
  window.history.replaceState({ ...window.history.state, place }, '');
}
