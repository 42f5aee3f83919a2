/**
 * Pages are whole documents; nothing is fetched to go from one to another. But after a reload, Back
 * can lead from one page to another within one document, because opening a letter made an entry in
 * its history. The address has changed by then, so loading it anew is all that is to do.
 */
export function loadWholeDocument(): Promise<never> {
  window.location.reload();
  return new Promise(() => {});
}
