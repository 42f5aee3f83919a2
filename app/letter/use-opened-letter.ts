import { type MouseEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';

const FRAGMENT = /^#letter(?:-(.+))?$/;

/**
 * Which letter is open is part of the address, so that Back closes it. On the home page the address
 * bar shows the letter's own link, to be shared or reloaded; the page underneath stays.
 */
export function useOpenedLetter() {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const alive = useAlive();
  const match = alive ? FRAGMENT.exec(hash) : null;
  const opened = match ? (match[1] ?? '') : null;

  // One step at a time: a second press of Escape must not leave the page.
  const moving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place in the history allows one step
  useEffect(() => {
    moving.current = false;
  }, [key, hash]);

  function step(go: () => void) {
    if (moving.current) return;
    moving.current = true;
    go();
  }

  return {
    /** The id of the opened letter, '' for the one that the page is about, null when all are closed. */
    opened,
    /** @param letterId leave out for the one letter that the page is about */
    open(letterId?: string) {
      if (opened !== null) return;
      step(() => {
        if (letterId === undefined) navigate({ hash: '#letter' });
        else navigate({ hash: `#letter-${letterId}` }, { mask: `/letter/${letterId}` });
      });
    },
    close() {
      if (opened === null) return;
      const cameFromHere = (window.history.state?.idx ?? 0) > 0;
      step(() => {
        if (cameFromHere) navigate(-1);
        else navigate({ hash: '' }, { replace: true });
      });
    },
  };
}

/** A click that asks for the letter here and now, not in a new tab or window. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** False for the server and the first render after it, which know nothing of the fragment. */
function useAlive(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
