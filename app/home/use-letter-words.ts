import { useCallback, useEffect, useRef, useState } from 'react';
import type { LetterJson } from '#core/letter.ts';
import { checkConnectivity } from '../offline/use-connectivity.ts';
import { repeatUntilDone } from '../ui/repeat-until-done.ts';
import { fetchLetter } from './fetch-letters.ts';

const RETRY_MS = 2000;
/** Words that were fetched longer ago than this may have been changed since. */
const FRESH_MS = 10_000;

/** The letter that was requested last. */
interface Arriving {
  id: string;
  words: Promise<LetterJson | null>;
  askedAt: number;
}

/**
 * The words of the letter that is being opened. They are prefetched when a pointer or the focus comes near,
 * so that they are usually there by the time the envelope is open.
 * @param addressedId the letter that the address names, which follows `openedId` a little later
 */
export function useLetterWords(openedId: string | null, addressedId: string | null) {
  const arriving = useRef<Arriving>(null);
  const [words, setWords] = useState<LetterJson | null>(null);
  /** An opened letter that the site no longer has. */
  const [missingId, setMissingId] = useState<string | null>(null);

  const prefetch = useCallback((id: string) => {
    const known = arriving.current;
    // A clock that was wrong may have been set back since.
    if (known?.id === id && Math.abs(Date.now() - known.askedAt) < FRESH_MS) return known.words;
    const promise = fetchLetter(id);
    arriving.current = { id, words: promise, askedAt: Date.now() };
    // A failure is reported only when the letter is opened, not for a prefetch.
    promise.catch(() => {
      if (arriving.current?.words === promise) arriving.current = null;
    });
    return promise;
  }, []);

  useEffect(() => {
    if (openedId === null) return;
    // Never the words from the last time that it was open.
    setWords(null);
    return repeatUntilDone(async (signal) => {
      try {
        const letter = await prefetch(openedId);
        if (signal.aborted) return true;
        if (letter) setWords(letter);
        else setMissingId(openedId);
        return true;
      } catch (error) {
        console.error('The letter could not be loaded.', error);
        void checkConnectivity();
        return false;
      }
    }, RETRY_MS);
  }, [openedId, prefetch]);

  // The letter was withdrawn a moment ago, which its own page says. That page replaces the letter's entry in the
  // history, and so waits for the address to change: Back must not lead to an entry that leads there again.
  const isMissing = missingId !== null && missingId === openedId && missingId === addressedId;
  useEffect(() => {
    if (isMissing) window.location.replace(`/letter/${missingId}`);
  }, [isMissing, missingId]);

  /** A letter was changed: what was prefetched before may be its old words. */
  const outdate = useCallback(() => {
    arriving.current = null;
  }, []);

  const forget = useCallback(
    (id: string) => {
      outdate();
      setWords((known) => (known?.id === id ? null : known));
    },
    [outdate],
  );

  return { words, prefetch, outdate, forget };
}
