import { useCallback, useEffect, useState } from 'react';
import type { LetterJson } from '#core/letter.ts';
import { listLetters, PortalRefusal } from './portal-api.ts';

interface Page {
  letters: LetterJson[];
  next: string | null;
}

/**
 * All letters, a page at a time. A list that cannot be loaded is logged, and stays as it was.
 * @param onLocked the session has ended; always the same function
 */
export function useAllLetters(onLocked: () => void) {
  const [page, setPage] = useState<Page | null>(null);

  const attempt = useCallback(
    async (load: () => Promise<Page>) => {
      try {
        setPage(await load());
      } catch (error) {
        console.error('The letters could not be loaded.', error);
        if (error instanceof PortalRefusal && error.code === 'session-missing') onLocked();
      }
    },
    [onLocked],
  );
  const reload = useCallback(() => attempt(() => listLetters()), [attempt]);

  // When the tab is opened; later changes ask for themselves.
  useEffect(() => {
    reload();
  }, [reload]);

  const loadMore = () =>
    attempt(async () => {
      const more = await listLetters(page?.next ?? undefined);
      return { letters: [...(page?.letters ?? []), ...more.letters], next: more.next };
    });

  return { letters: page?.letters ?? null, next: page?.next ?? null, reload, loadMore };
}
