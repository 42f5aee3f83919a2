import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { LetterSummary } from '#core/letter.ts';
import { fetchLetters, type LetterPage } from './fetch-letters.ts';

interface VisibleLetters {
  /** Null while there is no list to show yet. */
  letters: LetterSummary[] | null;
  /** The cursor of the next page, or null when all letters are here. */
  next: string | null;
  /** Where the letters begin that were appended last; 0 when all came with the page. */
  appendedFrom: number;
  /** Letters that arrived while the reader was looking elsewhere; `welcome` lets them in. */
  waiting: LetterSummary[];
  /** What to tell those who cannot see the page change. */
  announcement: string;
  welcome(): void;
  loadMore(): Promise<void>;
  reload(): Promise<void>;
}

const RETRY_MS = { first: 1000, longest: 10_000 };
const MOST_AT_ONCE = 100;

/** Newest first; a letter that is known already takes the newer form. */
function merge(letters: LetterSummary[], added: LetterSummary[]): LetterSummary[] {
  const known = new Map([...letters, ...added].map((letter) => [letter.id, letter]));
  return [...known.values()].sort((one, other) => (one.position < other.position ? 1 : -1));
}

const without = (letters: LetterSummary[], id: string) =>
  letters.filter((letter) => letter.id !== id);

/**
 * The letters that everybody can see, kept up to date by the live stream.
 * @param first the page that came with the document, or null when it could not be read
 * @param mayShift whether a letter that arrives now would move what the reader is looking at
 */
export function useVisibleLetters(
  first: (LetterPage & { seq: number; after: string | null }) | null,
  mayShift: () => boolean,
): VisibleLetters {
  const [list, setList] = useState<LetterPage | null>(first);
  const [appendedFrom, setAppendedFrom] = useState(0);
  const [waiting, setWaiting] = useState<LetterSummary[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const after = first?.after ?? undefined;
  const listed = useRef(list);
  listed.current = list;

  const reload = useCallback(async () => {
    const limit = Math.min(Math.max(listed.current?.letters.length ?? 24, 24), MOST_AT_ONCE);
    const page = await fetchLetters({ limit, after });
    setList(page);
    setWaiting([]);
  }, [after]);

  const loadMore = useCallback(async () => {
    const cursor = listed.current?.next;
    if (!cursor) return;
    const page = await fetchLetters({ after: cursor });
    startTransition(() => {
      setAppendedFrom(listed.current?.letters.length ?? 0);
      setList((now) => now && { letters: merge(now.letters, page.letters), next: page.next });
    });
  }, []);

  const welcome = () => {
    setList((now) => now && { ...now, letters: merge(now.letters, waiting) });
    setWaiting([]);
  };

  // While there is no list, keep asking for it: the page heals by itself.
  const missing = list === null;
  useEffect(() => {
    if (!missing) return;
    let delay = RETRY_MS.first;
    let timer: ReturnType<typeof setTimeout>;
    const retry = () => {
      reload().catch((error) => {
        console.error('The letters could not be loaded.', error);
        delay = Math.min(delay * 2, RETRY_MS.longest);
        timer = setTimeout(retry, delay * (0.5 + Math.random()));
      });
    };
    timer = setTimeout(retry, delay);
    return () => clearTimeout(timer);
  }, [missing, reload]);

  const seq = first?.seq;
  useEffect(() => {
    if (missing) return;
    const stream = new EventSource(seq === undefined ? '/api/live' : `/api/live?after=${seq}`);
    const readAgain = () => {
      reload().catch((error) => console.error('The letters could not be loaded.', error));
    };
    // A list that was fetched later than the page has no number to go on from.
    if (seq === undefined) stream.addEventListener('open', readAgain, { once: true });
    stream.addEventListener('shown', (event) => {
      const letter = JSON.parse(event.data) as LetterSummary;
      const now = listed.current;
      if (!now || !belongs(letter, now, after)) return;
      const known = now.letters.some(({ id }) => id === letter.id);
      if (known || !mayShift()) {
        setList((list) => list && { ...list, letters: merge(list.letters, [letter]) });
      } else {
        setWaiting((waiting) => merge(waiting, [letter]));
      }
      if (!known) setAnnouncement(`A new letter has arrived: ${letter.title}`);
    });
    stream.addEventListener('withdrawn', (event) => {
      const { id } = JSON.parse(event.data) as { id: string };
      setList((list) => list && { ...list, letters: without(list.letters, id) });
      setWaiting((waiting) => without(waiting, id));
    });
    stream.addEventListener('reset', readAgain);
    return () => stream.close();
  }, [missing, seq, after, mayShift, reload]);

  return {
    letters: list?.letters ?? null,
    next: list?.next ?? null,
    appendedFrom,
    waiting,
    announcement,
    welcome,
    loadMore,
    reload,
  };
}

/** Whether a letter stands in the part of the list that is on the page. */
function belongs(letter: LetterSummary, page: LetterPage, after: string | undefined): boolean {
  if (after !== undefined && letter.position >= after) return false;
  return page.next === null || letter.position >= page.next;
}
