import { useEffect } from 'react';
import type { Neighbours } from '../letter/neighbours.tsx';
import { lettersMissing } from './fetch-letters.ts';
import type { VisibleLetters } from './use-visible-letters.ts';

/** The letters beside one in the list, of which more is fetched when the reader has come to its end. */
export function useNeighbours(
  { list, loadMore }: VisibleLetters,
  letterId: string | null,
): Neighbours {
  const letters = list?.letters ?? [];
  const at = letters.findIndex(({ id }) => id === letterId);
  const isLast = at >= 0 && at === letters.length - 1 && list?.next != null;
  useEffect(() => {
    if (!isLast) return;
    loadMore().catch(lettersMissing);
  }, [isLast, loadMore]);
  if (at < 0) return { earlier: null, later: null };
  return { earlier: letters[at + 1] ?? null, later: letters[at - 1] ?? null };
}
