import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { LetterJson } from '#core/letter.ts';
import { MAX_AT_ONCE } from '#core/site.ts';
import { repeatUntilDone } from '../../ui/repeat-until-done.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { listLetters } from '../letters-api.ts';

const PAGE_SIZE = 50;
/** Letters on a page of results, which the next key may replace: as many as a window shows, and a few more. */
const FOUND_SIZE = 20;
const RETRY_MS = 3000;

/** The beginning of a list of letters. */
export interface LetterPages {
  /** The words that all of them have; empty for all letters. */
  sought: string;
  /** Newest first, in the parts in which they came. A part in which nothing changed stays the same. */
  parts: LetterJson[][];
  /** The cursor of what follows; null when this is all. */
  next: string | null;
}

/**
 * Letters, a page at a time. What cannot be loaded is logged, and the list stays as it was; its
 * beginning is asked for again until it is there (`failed` meanwhile).
 * @param sought words that the letters have; empty for all letters, null for none at all
 */
export function useLetterPages(sought: string | null) {
  const [pages, setPages] = useState<LetterPages | null>(null);
  /** Whether loading has failed since a list last came: then that for other words may fail, too. */
  const [failed, setFailed] = useState(false);
  /** Counts requests for the beginning of the list: an answer to any but the latest is dropped. */
  const turn = useRef(0);
  const now = useLatest(pages);

  useEffect(() => {
    // Earlier results must not appear when a search begins again.
    if (sought === null) {
      setPages(null);
      setFailed(false);
    }
    // From now on an answer for these words comes too late.
    return () => {
      turn.current += 1;
    };
  }, [sought]);

  /**
   * Loads the newest letters again. The rest of a long list stays, and with it the scroll position.
   * @returns false when they did not come, or too late
   */
  const reload = useCallback(async () => {
    if (sought === null) return true;
    const few = sought === '' ? PAGE_SIZE : FOUND_SIZE;
    const limit = now.current?.next === null ? MAX_AT_ONCE : few;
    turn.current += 1;
    const asked = turn.current;
    try {
      const { letters, next } = await listLetters({ limit, sought });
      if (asked !== turn.current) return false;
      // In a transition, so that typing need not wait for all rows.
      startTransition(() => {
        setFailed(false);
        setPages((old) => joined({ sought, parts: [letters], next }, old));
      });
      return true;
    } catch (error) {
      if (asked !== turn.current) return false;
      fail(error);
      setFailed(true);
      return false;
    }
  }, [sought]);

  const missing = sought !== null && pages?.sought !== sought;
  useEffect(() => {
    if (missing) return repeatUntilDone(reload, RETRY_MS);
  }, [missing, reload]);

  /** Appends the next page, unless the list ends elsewhere by the time that it has come. */
  const loadMore = useCallback(async () => {
    const after = now.current?.next;
    // The list may still be that of the search before.
    if (!after || now.current?.sought !== sought) return;
    try {
      const { letters, next } = await listLetters({ limit: MAX_AT_ONCE, after, sought });
      startTransition(() =>
        setPages((old) =>
          old?.sought === sought && old.next === after
            ? { sought, parts: [...old.parts, letters], next }
            : old,
        ),
      );
    } catch (error) {
      fail(error);
    }
  }, [sought]);

  const forget = useCallback((id: string) => {
    setPages((old) => old && { ...old, parts: old.parts.map((part) => without(part, id)) });
  }, []);

  const update = useCallback((letter: LetterJson) => {
    setPages((old) => old && { ...old, parts: old.parts.map((part) => updated(part, letter)) });
  }, []);

  return { pages, failed: missing && failed, reload, loadMore, update, forget };
}

function fail(error: unknown): void {
  console.error('The letters could not be loaded.', error);
}

function without(part: LetterJson[], id: string): LetterJson[] {
  return part.some((letter) => letter.id === id) ? part.filter((one) => one.id !== id) : part;
}

function updated(part: LetterJson[], letter: LetterJson): LetterJson[] {
  const isThis = ({ id }: LetterJson) => id === letter.id;
  return part.some(isThis) ? part.map((one) => (isThis(one) ? letter : one)) : part;
}

/** A list whose beginning was loaded anew. What was behind it is kept where the two can be joined. */
function joined(newest: LetterPages, old: LetterPages | null): LetterPages {
  if (old?.sought !== newest.sought || newest.next === null) return newest;
  const last = newest.parts.flat().at(-1)?.id;
  const until = (part: LetterJson[]) => part.findIndex(({ id }) => id === last);
  const at = old.parts.findIndex((part) => until(part) !== -1);
  const rest = old.parts[at];
  if (!rest) return newest;
  const parts = [...newest.parts, rest.slice(until(rest) + 1), ...old.parts.slice(at + 1)];
  return { ...old, parts: parts.filter((part) => part.length > 0) };
}
