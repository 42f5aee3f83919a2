/** Makes what is under the card inert: it can be neither reached, scrolled nor read aloud. */
export function coverPage(card: HTMLElement | null, covered: boolean): void {
  document.documentElement.toggleAttribute('data-covered', covered);
  for (const other of document.body.children) {
    const speaks = other.matches('[role=status], [role=alert]');
    if (other !== card && !speaks) other.toggleAttribute('inert', covered);
  }
}
