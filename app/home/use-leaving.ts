import { useEffect, useEffectEvent, useRef } from 'react';
import { findEnvelope } from '../envelope/find-envelope.ts';
import { moveFocus } from '../ui/move-focus.ts';
import { fadeAway } from './flip-animation.ts';
import { neighbourOf } from './grid-places.ts';
import type { VisibleLetters } from './use-visible-letters.ts';

/** Milliseconds until a closing card is back in its envelope. */
const CLOSING_MS = 600;

/**
 * Removes letters that were withdrawn: each fades out, and its focus goes to its neighbour. One that is open
 * can be read to its end, and goes when it is closed.
 */
export function useLeaving(
  { withdrawn, remove }: VisibleLetters,
  opened: string | null,
  forget: (id: string) => void,
): void {
  /** The letter that was open at the last effect, to tell when it closes. */
  const before = useRef(opened);
  /** The ids of letters that are fading out. */
  const leaving = useRef(new Set<string>());
  // The letter may have been shown or opened again meanwhile.
  const isGone = useEffectEvent((id: string) => withdrawn.has(id) && id !== opened);

  useEffect(() => {
    const closed = opened === null ? before.current : null;
    before.current = opened;
    for (const id of withdrawn) {
      if (id === opened || leaving.current.has(id)) continue;
      leaving.current.add(id);
      fade(id, id === closed ? CLOSING_MS : 0, () => {
        leaving.current.delete(id);
        return isGone(id);
      }).then((gone) => {
        if (!gone) return;
        remove(id);
        forget(id);
      });
    }
  }, [withdrawn, opened, remove, forget]);
}

/** Fades a letter out, and moves its focus to its neighbour. @returns false when it was brought back instead */
async function fade(id: string, delay: number, isGone: () => boolean): Promise<boolean> {
  const place = findEnvelope(id)?.closest('li');
  if (!place) return isGone();
  const bringBack = await fadeAway(place, delay);
  if (!isGone()) {
    bringBack();
    return false;
  }
  if (place.contains(document.activeElement)) {
    moveFocus(neighbourOf(place) ?? document.querySelector('h1'));
  }
  return true;
}
