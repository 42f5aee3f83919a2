import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { createGesture, findEnvelope } from '../envelope/gesture.ts';
import { wasOpen } from '../tab-memory.ts';
import { afterPaint } from '../ui/after-paint.ts';

const FRAGMENT = /^#letter(?:-(.+))?$/;

/**
 * Which letter is open is part of the address, so that Back closes it. On the home page the address
 * bar shows the letter's own link, to be shared or reloaded; the page underneath stays.
 * @param reopens whether the letter's own page, which a reload of that leads to, opens it again
 */
export function useOpenedLetter(reopens = false) {
  const location = useLocation();
  const navigate = useNavigate();
  const alive = useAlive();
  const match = alive ? FRAGMENT.exec(location.hash) : null;
  const named = match ? (match[1] ?? '') : null;

  const [gesture] = useState(createGesture);

  // The animation starts at once, and everything else follows after the first frame: first the card, then
  // the address. One step at a time, so that a second press of Escape does not leave the page.
  /** What was asked for, until the address says it, too: null for no letter; undefined: what it says now. */
  const [wanted, setWanted] = useState<string | null>();
  /** Where the navigation that was begun last comes from: none begins anew until it has ended. */
  const left = useRef<Location>(null);
  /** A navigation back that this page has begun is under way. */
  const stepsBack = useRef(false);
  // A navigation to the letter is under way: closing the letter before it ends must undo it.
  if (wanted === named && left.current !== location) setWanted(undefined);
  useEffect(() => {
    if (wanted === undefined || left.current === location) return;
    return afterPaint(() => {
      left.current = location;
      if (wanted === '') navigate({ hash: '#letter' });
      else if (wanted !== null) {
        // A neighbour replaces the entry in the history, so that Back leads to the envelopes.
        const options = { mask: `/letter/${wanted}`, replace: named !== null };
        navigate({ hash: `#letter-${wanted}` }, options);
      } else if ((window.history.state?.idx ?? 0) > 0) {
        stepsBack.current = true;
        navigate(-1);
      } else navigate({ hash: '' }, { replace: true });
    });
  }, [wanted, named, location, navigate]);

  // The history stays as it is, so closing leads to the envelopes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!reopens || !wasOpen) return;
    navigate({ hash: '#letter' }, { replace: true, mask: location.pathname });
  }, []);

  const cancelPending = useRef(() => {});
  // Going back or forward before a letter's navigation has ended cancels it, also one that closes a letter.
  useEffect(() => {
    const stepped = () => {
      if (!stepsBack.current) {
        cancelPending.current();
        setWanted(undefined);
      }
      stepsBack.current = false;
    };
    window.addEventListener('popstate', stepped);
    return () => window.removeEventListener('popstate', stepped);
  }, []);

  const ask = useCallback((letterId: string) => {
    cancelPending.current();
    cancelPending.current = afterPaint(() => setWanted(letterId));
  }, []);

  return {
    /** The id of the opened letter, '' for the one that the page is about, null when all are closed. */
    opened: wanted === undefined ? named : wanted,
    /** The one that the address names, a little later. */
    addressed: named,
    gesture,
    /** @param letterId leave out for the one letter that the page is about */
    open: useCallback(
      (letterId = '') => {
        gesture.begin(findEnvelope(letterId));
        ask(letterId);
      },
      [gesture, ask],
    ),
    /** Shows another letter on the card that is open. */
    turnTo: ask,
    close: useCallback(() => {
      gesture.close();
      cancelPending.current();
      setWanted(null);
    }, [gesture]),
  };
}

/** False on the server and during hydration, which do not know the fragment. */
function useAlive(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
