import { startTransition, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { LetterSummary } from '#core/letter.ts';
import { PAGE_SIZE } from '#core/site.ts';
import {
  forget,
  refreshCache,
  refreshCacheSoon,
  refreshHomeSoon,
} from '../offline/offline-cache.ts';
import { jittered } from '../ui/jittered.ts';
import { useLatest } from '../ui/use-latest.ts';
import { fetchLetters, lettersMissing, type NumberedPage } from './fetch-letters.ts';
import { animateFrom, measurePlaces } from './flip-animation.ts';
import {
  changeList,
  type LetterList,
  type ListChange,
  missingFrom,
  newList,
  newsAmong,
} from './letter-list.ts';
import { openLiveStream } from './live-stream.ts';

/** Milliseconds; `behind`: before an instance is asked again that had not heard of a change yet. */
const RETRY_MS = { behind: 250, first: 1000, longest: 10_000 };
/** In pixels: from this far down, a new letter would move what the reader is looking at. */
const TOP = 80;

export const isAwayFromTop = () => window.scrollY > TOP;

/** Without storage there is nothing to purge. */
const purge = (ids: string[]) => void forget(ids).catch(() => {});

export interface VisibleLetters {
  /** Null while there is no list to show yet. */
  list: LetterList | null;
  /** The text of a live region, for readers who cannot see the page change. */
  announcement: string;
  /** The ids of letters that were hidden or deleted, and are still in the list. */
  withdrawn: ReadonlySet<string>;
  /** Takes a withdrawn letter out of the list. */
  remove(id: string): void;
  /** Lets the letters in that are waiting. */
  admitWaiting(): void;
  /** Notes that the reader has seen a new letter. */
  markSeen(id: string): void;
  loadMore(): Promise<void>;
  /** Reads the list again. @param atLeast the least number of letters to read */
  reload(atLeast?: number): Promise<void>;
}

/**
 * The letters that everybody can see, kept up to date by the live stream.
 * @param first the page that came with the document, or null when it could not be read
 * @param onNewer called when a letter may have other words than before
 */
export function useVisibleLetters(
  first: (NumberedPage & { after: string | null }) | null,
  onNewer: () => void,
): VisibleLetters {
  const [list, change] = useReducer(changeList, first, (page) => page && newList(page, page.after));
  const [announcement, setAnnouncement] = useState('');
  const listed = useLatest(list);
  const [withdrawn, setWithdrawn] = useState<ReadonlySet<string>>(new Set());
  /** Counts live events and reloads: a fetch during which it changes may be outdated, and is repeated. */
  const eventCount = useRef(0);
  /** The number of the last change that this page was told of. */
  const known = useRef(first?.seq ?? 0);
  /** Whether to retry until a reload succeeds: there is no list, or a reload for missed changes has failed. */
  const [stale, setStale] = useState(list === null);

  /** Animates the envelopes around a letter that comes or goes. */
  const changeGently = useCallback((wanted: ListChange) => {
    const before = measurePlaces();
    // Synchronously: a scroll between the two measurements would be animated as a move.
    flushSync(() => change(wanted));
    animateFrom(before);
  }, []);

  const announce = useCallback((letters: LetterSummary[]) => {
    const [letter, ...others] = listed.current ? newsAmong(letters, listed.current) : [];
    if (!letter) return;
    const news =
      others.length === 0
        ? `A new letter has arrived: ${letter.title}`
        : `${others.length + 1} new letters have arrived`;
    // Unchanged text would not be announced again for another letter with the same title.
    setAnnouncement((said) => (said === news ? `${news}\u00a0` : news));
  }, []);

  /**
   * Fetches letters, and again if live events that came meanwhile may be newer than the answer. Where that
   * is known to be outdated, since it comes from an instance that has not heard yet of what another has told
   * this page, there are ever longer pauses.
   */
  const fetchUpToDate = useCallback(async (...request: Parameters<typeof fetchLetters>) => {
    for (let delay = RETRY_MS.behind; ; delay = Math.min(delay * 2, RETRY_MS.longest)) {
      const before = eventCount.current;
      const page = await fetchLetters(...request);
      if (eventCount.current !== before) continue;
      // A list without a number, from an instance of an earlier version, is accepted.
      if (!(page.seq < known.current)) return page;
      await new Promise((resolve) => setTimeout(resolve, jittered(delay)));
    }
  }, []);

  const reload = useCallback(
    async (atLeast = PAGE_SIZE) => {
      // Makes a fetch that is under way repeat its request, whose answer may be older than this list.
      eventCount.current += 1;
      const count = () => Math.max(listed.current?.letters.length ?? 0, atLeast);
      let wanted: number;
      let page: NumberedPage;
      do {
        wanted = count();
        page = await fetchUpToDate(
          wanted,
          listed.current?.after ?? null,
          // As far as the last letter of the list, which new letters may have moved further down.
          listed.current?.letters.at(-1)?.position,
        );
        // Repeated if pages were appended meanwhile, which the answer lacks.
      } while (wanted < count());
      // The stream begins where the first list ends.
      if (!listed.current) known.current = page.seq;
      const missing = listed.current ? missingFrom(page, listed.current).map(({ id }) => id) : [];
      setWithdrawn(new Set(missing));
      if (missing.length > 0) purge(missing);
      // The announcement may name one of them, or one that was waiting.
      if (missing.length > 0 || listed.current?.waiting.length) setAnnouncement('');
      announce(page.letters);
      onNewer();
      changeGently({ kind: 'reloaded', page, hold: isAwayFromTop() });
      setStale(false);
    },
    [announce, onNewer, changeGently, fetchUpToDate],
  );

  const loadMore = useCallback(async () => {
    const cursor = listed.current?.next;
    if (!cursor) return;
    const page = await fetchUpToDate(PAGE_SIZE, cursor);
    startTransition(() => change({ kind: 'appended', page, cursor }));
  }, [fetchUpToDate]);

  // Retries until the list comes, so that the page heals by itself.
  useEffect(() => {
    if (!stale) return;
    let delay = RETRY_MS.first;
    let timer: ReturnType<typeof setTimeout>;
    const retry = () => {
      reload().then(
        () => refreshCache(),
        (error) => {
          lettersMissing(error);
          delay = Math.min(delay * 2, RETRY_MS.longest);
          timer = setTimeout(retry, jittered(delay));
        },
      );
    };
    timer = setTimeout(retry, jittered(delay));
    return () => clearTimeout(timer);
  }, [stale, reload]);

  const missing = list === null;
  useEffect(() => {
    if (missing) return;
    const isListed = (id: string) => listed.current?.letters.some((letter) => letter.id === id);
    return openLiveStream({
      known,
      onShown(letter) {
        eventCount.current += 1;
        announce([letter]);
        onNewer();
        refreshCacheSoon(!isListed(letter.id));
        setWithdrawn((ids) => new Set([...ids].filter((id) => id !== letter.id)));
        changeGently({ kind: 'shown', letter, hold: isAwayFromTop() });
      },
      onWithdrawn(id) {
        eventCount.current += 1;
        purge([id]);
        // The announcement may contain the letter's title.
        setAnnouncement('');
        setWithdrawn((ids) => new Set([...ids, id]));
      },
      onDoubt() {
        // Not before the list has come: on a dead connection, the worker would wait for the home page without end,
        // and whoever goes there next would wait for the worker.
        const refresh = () => {
          refreshHomeSoon();
          refreshCacheSoon();
        };
        reload().then(refresh, (error) => {
          lettersMissing(error);
          setStale(true);
        });
      },
    });
  }, [missing, reload, announce, onNewer, changeGently]);

  const remove = useCallback(
    (id: string) => {
      setWithdrawn((ids) => new Set([...ids].filter((other) => other !== id)));
      changeGently({ kind: 'removed', id });
    },
    [changeGently],
  );
  const markSeen = useCallback((id: string) => change({ kind: 'seen', id }), []);

  return {
    list,
    announcement,
    withdrawn,
    remove,
    markSeen,
    admitWaiting: () => changeGently({ kind: 'admitted' }),
    loadMore,
    reload,
  };
}
