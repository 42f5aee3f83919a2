import { useEffect } from 'react';
import type { Neighbours } from '../letter/neighbours.tsx';
import { repeatUntilDone } from '../ui/repeat-until-done.ts';
import { lettersMissing } from './fetch-letters.ts';
import type { VisibleLetters } from './use-visible-letters.ts';

const RETRY_MS = 4000;

/** A letter's neighbours in the list. At the end of the list, more of it is fetched. */
export function useNeighbours(
  { list, loadMore }: VisibleLetters,
  letterId: string | null,
): Neighbours {
  const letters = list?.letters ?? [];
  const at = letters.findIndex(({ id }) => id === letterId);
  const isLast = at >= 0 && at === letters.length - 1;
  // Loads again for each new cursor: the page of an earlier one is not appended any more.
  const next = isLast ? list?.next : null;
  useEffect(() => {
    if (!next) return;
    const load = () => loadMore().then(() => true, failed);
    return repeatUntilDone(load, RETRY_MS);
  }, [next, loadMore]);
  if (at < 0) return { earlier: null, later: null };
  return { earlier: letters[at + 1] ?? null, later: letters[at - 1] ?? null };
}

function failed(error: unknown): false {
  lettersMissing(error);
  return false;
}
