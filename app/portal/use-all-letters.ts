import { useCallback, useEffect, useRef, useState } from 'react';
import type { LetterJson } from '#core/letter.ts';
import { gatherPages } from '../ui/gather-pages.ts';
import { isLocked, listLetters } from './portal-api.ts';

const PAGE_SIZE = 50;
const RETRY_MS = 3000;

interface Page {
  letters: LetterJson[];
  next: string | null;
}

/**
 * All letters, a page at a time. A list that cannot be loaded is logged and stays as it was; the
 * first one is asked for again until it is there.
 * @param onLocked the session has ended; always the same function
 */
export function useAllLetters(onLocked: () => void) {
  const [page, setPage] = useState<Page | null>(null);
  const loaded = useRef(0);
  loaded.current = page?.letters.length ?? 0;

  const attempt = useCallback(
    async (load: () => Promise<Page>) => {
      try {
        setPage(await load());
      } catch (error) {
        console.error('The letters could not be loaded.', error);
        if (isLocked(error)) onLocked();
      }
    },
    [onLocked],
  );
  /** Loads again as many letters as are there, so that the place in the list is kept. */
  const reload = useCallback(
    () => attempt(() => gatherPages(listLetters, Math.max(loaded.current, PAGE_SIZE))),
    [attempt],
  );

  const missing = page === null;
  useEffect(() => {
    if (!missing) return;
    reload();
    const timer = setInterval(reload, RETRY_MS);
    return () => clearInterval(timer);
  }, [missing, reload]);

  const loadMore = () =>
    attempt(async () => {
      const more = await listLetters({ limit: PAGE_SIZE, after: page?.next ?? undefined });
      return { letters: [...(page?.letters ?? []), ...more.letters], next: more.next };
    });

  return { letters: page?.letters ?? null, next: page?.next ?? null, reload, loadMore };
}
