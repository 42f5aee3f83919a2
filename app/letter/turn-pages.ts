import type { TouchEvent } from 'react';

/** In pixels. At its edges a screen belongs to the browser, which goes back there. */
const EDGE = 28;
/** In pixels, and in milliseconds: what goes less far or takes longer is no swipe. */
const FAR = 56;
const SOON = 700;

type Way = 'prev' | 'next';

/** Goes where the link leads that is there for this way, if one is. */
export function follow(card: HTMLElement | null, way: Way): void {
  card?.querySelector<HTMLElement>(`a[rel=${way}]`)?.click();
}

/** The letter that an arrow key asks for; it lies to that side. */
export function wayOfKey(event: KeyboardEvent): Way | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  if (event.key === 'ArrowLeft') return 'prev';
  return event.key === 'ArrowRight' ? 'next' : null;
}

/** Marks what is looked at closely, as long as it is. @returns stops looking */
export function watchZoom(paper: HTMLElement | null): () => void {
  const zoomed = () => paper?.toggleAttribute('data-zoomed', isZoomed());
  window.visualViewport?.addEventListener('resize', zoomed);
  return () => window.visualViewport?.removeEventListener('resize', zoomed);
}

const isZoomed = () => (window.visualViewport?.scale ?? 1) > 1.01;

/**
 * Tells of a swipe with one finger to either side. It only looks on: scrolling, selecting and zooming
 * stay the browser's own, and what was one of these is no swipe.
 */
export function watchSwipes(onSwipe: (way: Way) => void) {
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
      const isSwipe = Math.abs(across) > Math.max(FAR, 2 * along) && timeStamp - start.at < SOON;
      start = null;
      // Who selects words drags a finger over them, too.
      if (isSwipe && document.getSelection()?.isCollapsed !== false)
        onSwipe(across > 0 ? 'prev' : 'next');
    },
    onTouchCancel(): void {
      start = null;
    },
  };
}
