import { useEffect, useRef } from 'react';
import { fadeAway } from './glide.ts';

/** Milliseconds until a card that is closed is back in its envelope. */
const CLOSING = 600;

/**
 * Lets the letters go that were taken back: each fades from its place, and whoever stood on it stands
 * on its neighbour then. The one that is being read may be read to its end; it goes when it is closed.
 */
export function useLeaving(
  takenBack: ReadonlySet<string>,
  opened: string | null,
  drop: (id: string) => void,
  forget: (id: string) => void,
): void {
  const before = useRef(opened);
  const leaving = useRef(new Set<string>());
  const wanted = useRef(takenBack);
  wanted.current = takenBack;

  useEffect(() => {
    const closed = opened === null ? before.current : null;
    before.current = opened;
    for (const id of takenBack) {
      if (id === opened || leaving.current.has(id)) continue;
      leaving.current.add(id);
      leave(id, id === closed ? CLOSING : 0, () => {
        leaving.current.delete(id);
        // It may have been given again meanwhile.
        if (!wanted.current.has(id)) return false;
        drop(id);
        forget(id);
        return true;
      });
    }
  }, [takenBack, opened, drop, forget]);
}

async function leave(id: string, delay: number, drop: () => boolean): Promise<void> {
  const place = document.querySelector(`[data-letter="${CSS.escape(id)}"]`)?.closest('li');
  if (!place) return void drop();
  const bringBack = await fadeAway(place, delay);
  const neighbour = place.nextElementSibling ?? place.previousElementSibling;
  const hadFocus = place.contains(document.activeElement);
  if (!drop()) return bringBack();
  if (!hadFocus) return;
  const heading = document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  (neighbour?.querySelector<HTMLElement>('.envelope') ?? heading)?.focus({ preventScroll: true });
}
