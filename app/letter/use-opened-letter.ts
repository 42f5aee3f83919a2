import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Which letter is open is part of the address, so that Back closes it. On the home page the address
 * bar shows the letter's own link, to be shared or reloaded; the page underneath stays.
 */
export function useOpenedLetter() {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const leaving = useRef<string>(null);
  const opened = hash.startsWith('#letter') ? hash.slice('#letter'.length).replace(/^-/, '') : null;

  return {
    /** The id of the opened letter, '' for the one that the page is about, null when all are closed. */
    opened,
    /** @param letterId leave out for the one letter that the page is about */
    open(letterId?: string) {
      if (opened !== null) return;
      const options = { preventScrollReset: true };
      if (letterId === undefined) navigate({ hash: '#letter' }, options);
      else navigate({ hash: `#letter-${letterId}` }, { ...options, mask: `/letter/${letterId}` });
    },
    close() {
      // Once for each opening: a second press of Escape must not leave the page.
      if (opened === null || leaving.current === key) return;
      leaving.current = key;
      const cameFromHere = (window.history.state?.idx ?? 0) > 0;
      if (cameFromHere) navigate(-1);
      else navigate({ hash: '' }, { replace: true, preventScrollReset: true });
    },
  };
}

/** A click that asks for the letter here and now, not in a new tab or window. */
export function isPlainClick(event: React.MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
