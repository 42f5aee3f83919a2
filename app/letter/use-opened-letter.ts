import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { findEnvelope } from '../envelope/find-envelope.ts';
import { createGesture } from '../envelope/gesture.ts';
import { wasOpen } from '../tab-memory.ts';
import { afterPaint } from '../ui/after-paint.ts';

const FRAGMENT = /^#letter(?:-(.+))?$/;

/**
 * Which letter is open is part of the address, so that Back closes it. On the home page the address
 * bar shows the letter's own link, to be shared or reloaded; the page underneath stays.
 * @param reopens whether a reload with the letter open, which leads to its own page, opens it there again
 */
export function useOpenedLetter(reopens = false) {
  const location = useLocation();
  const navigate = useNavigate();
  const alive = useAlive();
  const match = alive ? FRAGMENT.exec(location.hash) : null;
  const named = match ? (match[1] ?? '') : null;

  const [gesture] = useState(createGesture);

  // The animation starts at once; after its first frame the card renders, and the address with it. A letter
  // that is closed gives it back at once, or, before it has come, a frame after that. One navigation at a time:
  // a second step back, for Escape pressed twice, would leave the page.
  /**
   * The letter that should be open, from the request (`ask`, `close`) until the address names the same: an id,
   * '' for the page's own letter, null for none. Undefined when the address alone decides.
   */
  const [wanted, setWanted] = useState<string | null>();
  /** The location at the last `navigate`. As long as it is the current one, that navigation is under way. */
  const left = useRef<Location>(null);
  /** Whether the next `popstate` is this page's own step back, to close a letter, and not the reader's. */
  const stepsBack = useRef(false);
  // The address has caught up. Not while a navigation is under way: it may open a letter that was closed since.
  if (wanted === named && left.current !== location) setWanted(undefined);
  const follow = useCallback(
    (wish: string | null) => {
      if (left.current === location) return;
      // React renders at once when the reader steps, before the page hears of it (`stepped`) and wants nothing more.
      if (window.event?.type === 'popstate' && !stepsBack.current) return;
      left.current = location;
      if (wish === '') navigate({ hash: '#letter' });
      else if (wish !== null) {
        // A neighbour replaces the entry in the history, so that Back leads to the envelopes.
        const options = { mask: `/letter/${wish}`, replace: named !== null };
        navigate({ hash: `#letter-${wish}` }, options);
      } else if ((window.history.state?.idx ?? 0) > 0) {
        stepsBack.current = true;
        navigate(-1);
      } else navigate({ hash: '' }, { replace: true });
    },
    [named, location, navigate],
  );
  useLayoutEffect(() => {
    if (wanted === null) return afterPaint(() => follow(null));
    // Before the card can be seen: Back, pressed at the sight of it, would leave the page.
    if (wanted !== undefined) follow(wanted);
  }, [wanted, follow]);

  // Replaces the entry instead of adding one, so that closing still goes back to the envelopes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!reopens || !wasOpen) return;
    navigate({ hash: '#letter' }, { replace: true, mask: location.pathname });
  }, []);

  /** Cancels a request to open a letter (`ask`) that still waits for the first frame. */
  const cancelPending = useRef(() => {});
  // The reader's own Back or Forward overrides a request to open or close a letter that is still pending.
  useEffect(() => {
    const stepped = () => {
      gesture.hold();
      if (!stepsBack.current) {
        cancelPending.current();
        setWanted(undefined);
      }
      stepsBack.current = false;
    };
    window.addEventListener('popstate', stepped);
    return () => window.removeEventListener('popstate', stepped);
  }, [gesture]);

  const ask = useCallback((letterId: string) => {
    cancelPending.current();
    cancelPending.current = afterPaint(() => setWanted(letterId));
  }, []);

  const isOpen = wanted === undefined && named !== null;

  return {
    /** The id of the open letter, '' for the one that the page is about, null when none is open. */
    opened: wanted === undefined ? named : wanted,
    /** The same by the address, which follows a little later. */
    addressed: named,
    gesture,
    /** @param letterId leave out for the one letter that the page is about */
    open: useCallback(
      (letterId = '') => {
        // Then at once: the gesture closes the card of the letter that is left, and only a change of what is
        // wanted opens it again for a reader who is back before the next frame.
        const leavesOther = gesture.isOpen();
        gesture.begin(findEnvelope(letterId));
        if (leavesOther) {
          cancelPending.current();
          setWanted(letterId);
        } else ask(letterId);
      },
      [gesture, ask],
    ),
    /** Shows another letter on the card that is open. */
    turnTo: ask,
    close: useCallback(() => {
      gesture.close();
      cancelPending.current();
      setWanted(null);
      // At once if possible: a reader who goes to another page next would be held back by a later step.
      if (isOpen) follow(null);
    }, [gesture, isOpen, follow]),
  };
}

/** False on the server, which does not know the fragment, and during hydration, which must render the same. */
function useAlive(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
