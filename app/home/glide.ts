import { wantsStillness } from '../ui/stillness.ts';

/** Where each place of the grid lies in the window; null where nothing is to move. */
export type Places = Map<Element, DOMRect> | null;

/** Milliseconds. */
const GLIDE = 450;
const LEAVE = 400;
const EASE = 'cubic-bezier(0.22, 0.8, 0.24, 1)';

const allPlaces = () => document.querySelectorAll('.grid > li');

/** To be asked before the list changes. */
export function placesNow(): Places {
  if (wantsStillness()) return null;
  return new Map([...allPlaces()].map((place) => [place, place.getBoundingClientRect()]));
}

/** Lets the envelopes move from where they were to where the list has put them, instead of jumping. */
export function glideFrom(before: Places): void {
  if (before === null) return;
  const moves: [Element, number, number][] = [];
  for (const place of allPlaces()) {
    const was = before.get(place);
    if (!was) continue;
    const is = place.getBoundingClientRect();
    const [x, y] = [was.x - is.x, was.y - is.y];
    if ((x || y) && (isInWindow(was) || isInWindow(is))) moves.push([place, x, y]);
  }
  for (const [place, x, y] of moves) {
    place.animate(
      { transform: [`translate(${x}px, ${y}px)`, 'none'] },
      { duration: GLIDE, easing: EASE },
    );
  }
}

/**
 * Lets an envelope fade; it is for the list to take it away then.
 * @param delay milliseconds until it begins
 * @returns brings it back
 */
export async function fadeAway(place: Element, delay: number): Promise<() => void> {
  if (wantsStillness()) return () => {};
  const fading = place.animate(
    { opacity: 0, transform: 'translateY(0.5rem) scale(0.96)' },
    { duration: LEAVE, delay, easing: 'ease-in', fill: 'forwards' },
  );
  await fading.finished.catch(() => {});
  return () => fading.cancel();
}

function isInWindow({ top, bottom }: DOMRect): boolean {
  return bottom > 0 && top < window.innerHeight;
}
