/** Marks the page while it is zoomed into by pinching: the styles of letters and of the portal ask for that, too. */
export function markZoom(): void {
  const zoomed = () => document.documentElement.toggleAttribute('data-zoomed', isZoomed());
  // A page that is reloaded or gone back to keeps its zoom.
  zoomed();
  window.visualViewport?.addEventListener('resize', zoomed);
}

export const isZoomed = () => (window.visualViewport?.scale ?? 1) > 1.01;
