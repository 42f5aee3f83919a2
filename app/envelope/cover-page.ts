/** Makes the page under the card inert, except for live regions, which must still be announced. */
export function coverPage(card: HTMLElement | null, covered: boolean): void {
  document.documentElement.toggleAttribute('data-covered', covered);
  for (const other of document.body.children) {
    const speaks = other.matches('[aria-live], [role=alert]');
    if (other !== card && !speaks) other.toggleAttribute('inert', covered);
  }
}
