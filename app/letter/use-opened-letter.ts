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

  // What the reader asks for begins to move at once, and all else follows when that has been drawn:
  // first the card, then the address, one step at a time, for a second press of Escape must not leave
  // the page.
  const [wanted, setWanted] = useState<string | null>();
  const left = useRef<Location>(null);
  /** A step back that is on its way is this page's own. */
  const stepsBack = useRef(false);
  // A step that is on its way leads elsewhere: who closes a letter before it has arrived wants it undone.
  if (wanted === named && left.current !== location) setWanted(undefined);
  useEffect(() => {
    if (wanted === undefined || left.current === location) return;
    return afterPaint(() => {
      left.current = location;
      if (wanted === '') navigate({ hash: '#letter' });
      else if (wanted !== null) {
        // From one letter to the next there is no step back: Back leads to the envelopes.
        const options = { mask: `/letter/${wanted}`, replace: named !== null };
        navigate({ hash: `#letter-${wanted}` }, options);
      } else if ((window.history.state?.idx ?? 0) > 0) {
        stepsBack.current = true;
        navigate(-1);
      } else navigate({ hash: '' }, { replace: true });
    });
  }, [wanted, named, location, navigate]);

  // The address stays as it is, and so does what lies before it: closing leads to the envelopes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!reopens || !wasOpen) return;
    navigate({ hash: '#letter' }, { replace: true, mask: location.pathname });
  }, []);

  const takeBack = useRef(() => {});
  // Whoever steps back or forward before a letter's address has arrived no longer wants that letter.
  useEffect(() => {
    const stepped = () => {
      if (!stepsBack.current) {
        takeBack.current();
        setWanted((letterId) => (letterId === null ? null : undefined));
      }
      stepsBack.current = false;
    };
    window.addEventListener('popstate', stepped);
    return () => window.removeEventListener('popstate', stepped);
  }, []);

  const ask = useCallback((letterId: string) => {
    takeBack.current();
    takeBack.current = afterPaint(() => setWanted(letterId));
  }, []);

  return {
    /** The id of the opened letter, '' for the one that the page is about, null when all are closed. */
    opened: wanted === undefined ? named : wanted,
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
      takeBack.current();
      setWanted(null);
    }, [gesture]),
  };
}

/** False for the server and the first render after it, which know nothing of the fragment. */
function useAlive(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
