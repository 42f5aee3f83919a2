import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { LetterJson } from '#core/letter.ts';
import { isLocked, listLetters } from './portal-api.ts';

const PAGE_SIZE = 50;
/** What is found may be something else at the next key: as many as a window shows, and a few more. */
const FOUND_SIZE = 20;
/** The most that the server gives at once. */
const MOST_AT_ONCE = 100;
const RETRY_MS = 3000;

/** The beginning of a list of letters. */
export interface LetterPages {
  /** The words that all of them have; empty for all letters. */
  sought: string;
  /** Newest first, in the parts in which they came. A part in which nothing changed stays the same. */
  parts: LetterJson[][];
  /** Where it goes on; null when this is all. */
  next: string | null;
}

/**
 * Letters, a page at a time. What cannot be loaded is logged, and the list stays as it was; its
 * beginning is asked for again until it is there.
 * @param sought words that the letters have; empty for all letters, null for none at all
 * @param onLocked the session has ended; always the same function
 */
export function useLetterPages(sought: string | null, onLocked: () => void) {
  const [pages, setPages] = useState<LetterPages | null>(null);
  const turn = useRef(0);
  const now = useRef(pages);
  now.current = pages;

  /** An answer to what was asked before something else was is dropped. Tells whether none failed. */
  const ask = useCallback(
    async (question: () => Promise<LetterPages>) => {
      turn.current += 1;
      const asked = turn.current;
      try {
        const answer = await question();
        // Rows are made a few at a time: the next key need not wait for all of them.
        if (asked === turn.current) startTransition(() => setPages(answer));
      } catch (error) {
        if (asked !== turn.current) return true;
        console.error('The letters could not be loaded.', error);
        if (isLocked(error)) onLocked();
        return false;
      }
      return true;
    },
    [onLocked],
  );

  /** The newest letters anew. Of a long list the rest stays as it is, and with it the place in it. */
  const reload = useCallback(async () => {
    if (sought === null) return true;
    const few = sought === '' ? PAGE_SIZE : FOUND_SIZE;
    const limit = now.current?.next === null ? MOST_AT_ONCE : few;
    return ask(async () => {
      const { letters, next } = await listLetters({ limit, sought });
      return joined({ sought, parts: [letters], next }, now.current);
    });
  }, [ask, sought]);

  const missing = sought !== null && pages?.sought !== sought;
  useEffect(() => {
    if (!missing) return;
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    const attempt = async () => {
      const done = await reload();
      if (!done && !stopped) timer = setTimeout(attempt, RETRY_MS);
    };
    attempt();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [missing, reload]);

  // What was found for other words is not to be seen when something is looked for again.
  useEffect(() => {
    if (sought !== null) return;
    turn.current += 1;
    setPages(null);
  }, [sought]);

  const loadMore = useCallback(
    () =>
      ask(async () => {
        const { sought = '', parts = [], next = null } = now.current ?? {};
        const more = await listLetters({ limit: MOST_AT_ONCE, after: next ?? undefined, sought });
        return { sought, parts: [...parts, more.letters], next: more.next };
      }),
    [ask],
  );

  const forget = useCallback((id: string) => {
    setPages((old) => old && { ...old, parts: old.parts.map((part) => without(part, id)) });
  }, []);

  return { pages, reload, loadMore, forget };
}

function without(part: LetterJson[], id: string): LetterJson[] {
  return part.some((letter) => letter.id === id) ? part.filter((one) => one.id !== id) : part;
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
