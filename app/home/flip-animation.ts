import { moveFocus } from '../ui/move-focus.ts';
import { skipsAnimation } from '../ui/skip-animation.ts';
import { allPlaces, envelopeIn, letterIn, nearPlaces } from './grid-places.ts';

/** Positions before a change of the list, to animate from (FLIP: first, last, invert, play). */
interface Places {
  /** Each letter's rectangle in the viewport; null where nothing is animated. */
  lie: Map<string, DOMRect> | null;
  /** The letter whose envelope has the focus. */
  focused: string | undefined;
}

const GLIDE_MS = 450;
const LEAVE_MS = 400;
const EASE = 'cubic-bezier(0.22, 0.8, 0.24, 1)';

/** To be called before the list changes. */
export function measurePlaces(): Places {
  const places = nearPlaces();
  const focused = places.find((place) => place.contains(document.activeElement));
  return {
    lie: skipsAnimation()
      ? null
      : new Map(places.map((place) => [letterIn(place), place.getBoundingClientRect()])),
    focused: focused && letterIn(focused),
  };
}

/**
 * Animates the envelopes from where they were to where the changed list has put them. One that moved to
 * another part of the grid was mounted anew there, and is given its focus back.
 */
export function animateFrom({ lie, focused }: Places): void {
  if (focused && document.activeElement === document.body) {
    const place = allPlaces().find((one) => letterIn(one) === focused);
    moveFocus(envelopeIn(place));
  }
  if (lie === null) return;
  const moves: [Element, number, number][] = [];
  for (const place of nearPlaces()) {
    const was = lie.get(letterIn(place));
    if (!was) continue;
    const is = place.getBoundingClientRect();
    const [x, y] = [was.x - is.x, was.y - is.y];
    if ((x || y) && (isInWindow(was) || isInWindow(is))) moves.push([place, x, y]);
  }
  for (const [place, x, y] of moves) {
    place.animate(
      { transform: [`translate(${x}px, ${y}px)`, 'none'] },
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
    { opacity: 0, transform: 'translateY(0.5rem) scale(0.96)' },
    { duration: LEAVE_MS, delay, easing: 'ease-in', fill: 'forwards' },
  );
  await fading.finished.catch(() => {});
  return () => fading.cancel();
}

function isInWindow({ top, bottom }: DOMRect): boolean {
  return bottom > 0 && top < window.innerHeight;
}
