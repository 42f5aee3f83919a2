import { startTransition, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { forget, renewKept, renewKeptSoon } from '../offline/keeper.ts';
import { gatherPages } from '../ui/gather-pages.ts';
import { fetchLetters, type LetterPage } from './fetch-letters.ts';
import { changeList, isNews, type LetterList, newList } from './letter-list.ts';
import { openLiveStream } from './live-stream.ts';

const PAGE_SIZE = 24;
const RETRY_MS = { first: 1000, longest: 10_000 };

export interface VisibleLetters {
  /** Null while there is no list to show yet. */
  list: LetterList | null;
  /** What to tell those who cannot see the page change. */
  announcement: string;
  /** Lets the letters in that are waiting. */
  welcome(): void;
  loadMore(): Promise<void>;
  reload(): Promise<void>;
}

/**
 * The letters that everybody can see, kept up to date by the live stream.
 * @param first the page that came with the document, or null when it could not be read
 * @param wouldShift whether a letter that arrives now would move what the reader is looking at
 */
export function useVisibleLetters(
  first: (LetterPage & { seq: number; after: string | null }) | null,
  wouldShift: () => boolean,
): VisibleLetters {
  const [list, change] = useReducer(changeList, first, (page) => page && newList(page, page.after));
  const [announcement, setAnnouncement] = useState('');
  const listed = useRef(list);
  listed.current = list;
  const heard = useRef(0);
  const after = first?.after ?? undefined;

  const reload = useCallback(async () => {
    let before: number;
    let page: LetterPage;
    do {
      before = heard.current;
      const wanted = Math.max(listed.current?.letters.length ?? 0, PAGE_SIZE);
      page = await gatherPages(fetchLetters, wanted, after);
      // What the stream told meanwhile is newer than this answer may be.
    } while (heard.current !== before);
    change({ kind: 'reloaded', page });
  }, [after]);

  const loadMore = useCallback(async () => {
    const cursor = listed.current?.next;
    if (!cursor) return;
    const page = await fetchLetters({ limit: PAGE_SIZE, after: cursor });
    startTransition(() => change({ kind: 'appended', page, cursor }));
  }, []);

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
    return openLiveStream({
      after: seq,
      onShown(letter) {
        heard.current += 1;
        if (listed.current && isNews(listed.current, letter)) {
          setAnnouncement(`A new letter has arrived: ${letter.title}`);
        } else {
          renewKeptSoon();
        }
        change({ kind: 'shown', letter, hold: wouldShift() });
      },
      onWithdrawn(id) {
        heard.current += 1;
        change({ kind: 'withdrawn', id });
        void forget(id);
      },
      onDoubt() {
        renewKept();
        reload().catch((error) => console.error('The letters could not be loaded.', error));
      },
    });
  }, [missing, seq, wouldShift, reload]);

  return {
    list,
    announcement,
    welcome: () => change({ kind: 'welcomed' }),
    loadMore,
    reload,
  };
}
