import type { PointerEvent, Touch, TouchEvent } from 'react';
import { isZoomed } from '../ui/zoom.ts';

/** In pixels. A swipe that begins at the edge of the screen is the browser's own, for going back. */
const EDGE = 28;
/** In pixels: a shorter movement is no swipe. */
const FAR = 56;
/** How far the words follow the finger, as a share of its way; towards no other letter, they resist. */
const FOLLOW = 0.5;
const RESIST = 0.15;

/** Milliseconds after which other words have come, unless they come with a page of their own. */
const REPLACED_MS = 300;

type Direction = 'prev' | 'next';

/** The card's link in this direction, if there is one, while the card is open. */
export const linkTo = (card: Element | null, way: Direction) =>
  card?.querySelector<HTMLElement>(`[open]:not([data-closing]) a[rel=${way}]`);

/**
 * The direction that an arrow key asks for. A key that is held would leaf through all letters, seen by nobody; and in
 * a letter that is zoomed into, arrow keys move what is in sight.
 */
export function directionOfKey(event: KeyboardEvent): Direction | null {
  if (event.repeat || isZoomed()) return null;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  if (event.key === 'ArrowLeft') return 'prev';
  return event.key === 'ArrowRight' ? 'next' : null;
}

export const isSelecting = () => document.getSelection()?.isCollapsed === false;

/**
 * Recognises swipes with one finger to either side, which the letter's words follow. It never prevents a
 * default: scrolling, selecting and zooming stay the browser's own, and are not taken for swipes.
 */
export function watchSwipes() {
  let start: { x: number; y: number } | null = null;

  /** How far the finger has gone to the right, in pixels; 0 while it does something else. */
  function across(finger: Touch | undefined): number {
    if (!start || !finger) return 0;
    const way = finger.clientX - start.x;
    const isSideways = Math.abs(way) > 2 * Math.abs(finger.clientY - start.y);
    // Selecting text drags a finger, too.
    return isSideways && !isSelecting() ? way : 0;
  }

  return {
    onTouchStart({ touches, currentTarget }: TouchEvent): void {
      const finger = touches[0];
      const isAlone = touches.length === 1 && finger;
      const isInside =
        isAlone && finger.clientX > EDGE && finger.clientX < window.innerWidth - EDGE;
      start = isInside && !isZoomed() ? { x: finger.clientX, y: finger.clientY } : null;
      // A second finger means something else.
      moveWords(currentTarget, 0);
    },
    onTouchMove({ touches, currentTarget }: TouchEvent): void {
      const moved = across(touches[0]);
      const leads = linkTo(currentTarget, directionOfSwipe(moved));
      moveWords(currentTarget, moved * (leads ? FOLLOW : RESIST));
    },
    onTouchEnd({ changedTouches, currentTarget }: TouchEvent): void {
      const moved = across(changedTouches[0]);
      start = null;
      const link = Math.abs(moved) > FAR ? linkTo(currentTarget, directionOfSwipe(moved)) : null;
      link?.click();
      // Until others replace them, the words stay where the finger has left them.
      if (link) setTimeout(moveWords, REPLACED_MS, link.closest('article'), 0);
      else moveWords(currentTarget, 0);
    },
    // From here on the finger scrolls, wherever it goes; touch events may still come.
    onPointerCancel({ currentTarget }: PointerEvent): void {
      start = null;
      moveWords(currentTarget, 0);
    },
  };
}

const directionOfSwipe = (across: number): Direction => (across > 0 ? 'prev' : 'next');

function moveWords(paper: Element | null, across: number): void {
  const words = paper?.querySelector<HTMLElement>('.sheet__text');
  if (words && across) words.style.cssText = `translate:${across}px;will-change:translate`;
  else words?.removeAttribute('style');
}
