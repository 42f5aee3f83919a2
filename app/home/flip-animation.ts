import { findEnvelope, letterOf } from '../envelope/find-envelope.ts';
import { moveFocus } from '../ui/move-focus.ts';
import { skipsAnimation } from '../ui/skip-animation.ts';
import { letterIn, nearPlaces } from './grid-places.ts';

/** Positions before a change of the list, to animate from (FLIP: first, last, invert, play). */
interface Places {
  /** Each letter's rectangle in the viewport. */
  lie: Map<string, DOMRect>;
  /** How far the window was scrolled, in pixels. */
  scrolled: number;
  /** What has the focus. */
  focused: Element | null;
}

const GLIDE_MS = 450;
const LEAVE_MS = 400;
const EASE = 'cubic-bezier(.22,.8,.24,1)';
/** Pixels: an envelope that began further up in the window was above what is being looked at. */
const FIRST_PX = 80;

/** To be called before the list changes. */
export function measurePlaces(): Places {
  return {
    lie: new Map(nearPlaces().map((place) => [letterIn(place), place.getBoundingClientRect()])),
    scrolled: window.scrollY,
    focused: document.activeElement,
  };
}

/**
 * Animates the envelopes from where they were to where the changed list has put them. One that moved to
 * another part of the grid was mounted anew there, and is given its focus back.
 */
export function animateFrom({ lie, scrolled, focused }: Places): void {
  if (focused !== document.body && document.activeElement === document.body) {
    moveFocus(findEnvelope(letterOf(focused)));
  }
  // The list was brought back to where it had been (use-place-in-list.ts), which is no movement of envelopes.
  if (window.scrollY > scrolled) return;
  const moves: [Element, number, number][] = [];
  for (const place of nearPlaces()) {
    const was = lie.get(letterIn(place));
    if (!was) continue;
    const is = place.getBoundingClientRect();
    const x = was.x - is.x;
    const y = was.y - is.y;
    // A letter above the window has gone. Not every browser keeps what is in view in its place by itself,
    // and Chromium not where letters were added at the end, or places are measured.
    if (!x && y > 0 && was.y < FIRST_PX) window.scrollBy(0, -y);
    else if ((x || y) && (isInWindow(was) || isInWindow(is))) moves.push([place, x, y]);
  }
  if (skipsAnimation()) return;
  for (const [place, x, y] of moves) {
    place.animate(
      { transform: [`translate(${x}px,${y}px)`, 'none'] },
      { duration: GLIDE_MS, easing: EASE },
    );
  }
}

/**
 * Fades an envelope out; the list removes it afterwards.
 * @param delay milliseconds until it begins
 * @returns brings it back
 */
export async function fadeAway(place: Element, delay: number): Promise<() => void> {
  if (skipsAnimation()) return () => {};
  const fading = place.animate(
    { opacity: 0, transform: 'translateY(.5rem) scale(.96)' },
    { duration: LEAVE_MS, delay, easing: 'ease-in', fill: 'forwards' },
  );
  await fading.finished.catch(() => {});
  return () => fading.cancel();
}

function isInWindow({ top, bottom }: DOMRect): boolean {
  return bottom > 0 && top < window.innerHeight;
}
