import type { TouchEvent } from 'react';

/** In pixels. A swipe that begins at the edge of the screen is the browser's own, for going back. */
const EDGE = 28;
/** In pixels, and in milliseconds: a shorter or slower movement is no swipe. */
const FAR = 56;
const SOON_MS = 700;

type Direction = 'prev' | 'next';

/** Follows the card's link in this direction, if there is one. */
export function follow(card: HTMLElement | null, way: Direction): void {
  card?.querySelector<HTMLElement>(`a[rel=${way}]`)?.click();
}

/** The direction that an arrow key asks for. */
export function directionOfKey(event: KeyboardEvent): Direction | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  if (event.key === 'ArrowLeft') return 'prev';
  return event.key === 'ArrowRight' ? 'next' : null;
}

/** Marks the page while the reader has zoomed in by pinching. @returns stops watching */
export function watchZoom(): () => void {
  const zoomed = () => document.documentElement.toggleAttribute('data-zoomed', isZoomed());
  // A page that is reloaded or gone back to keeps its zoom.
  zoomed();
  window.visualViewport?.addEventListener('resize', zoomed);
  return () => window.visualViewport?.removeEventListener('resize', zoomed);
}

const isZoomed = () => (window.visualViewport?.scale ?? 1) > 1.01;

/**
 * Recognises swipes with one finger to either side. It never prevents a default: scrolling, selecting and
 * zooming stay the browser's own, and are not taken for swipes.
 */
export function watchSwipes(onSwipe: (way: Direction) => void) {
  let start: { x: number; y: number; at: number } | null = null;
  return {
    onTouchStart({ touches, timeStamp }: TouchEvent): void {
      const finger = touches[0];
      const isAlone = touches.length === 1 && finger;
      const isInside =
        isAlone && finger.clientX > EDGE && finger.clientX < window.innerWidth - EDGE;
      start =
        isInside && !isZoomed() ? { x: finger.clientX, y: finger.clientY, at: timeStamp } : null;
    },
    onTouchEnd({ changedTouches, timeStamp }: TouchEvent): void {
      const finger = changedTouches[0];
      if (!start || !finger) return;
      const across = finger.clientX - start.x;
      const along = Math.abs(finger.clientY - start.y);
      const isSwipe = Math.abs(across) > Math.max(FAR, 2 * along) && timeStamp - start.at < SOON_MS;
      start = null;
      // Selecting text drags a finger, too.
      if (isSwipe && document.getSelection()?.isCollapsed !== false)
        onSwipe(across > 0 ? 'prev' : 'next');
    },
    onTouchCancel(): void {
      start = null;
    },
  };
}
