/**
 * What a tab remembers of a page, so that it is restored as it was: after a reload, after the browser has
 * discarded it to save memory, or by going back. It belongs to one entry of the tab's history, so that a new
 * visit starts afresh, and it goes with the tab. Of an open letter it is only how far it was read, not
 * which letter it is.
 */

/** The entry that this page restores; undefined on a new visit, of which nothing is remembered. */
let restored: string | undefined;

// React Router gives a key to every entry except the first of a page. Navigating to the current address
// reuses the browser's entry, which must start afresh, too.
if (!import.meta.env.SSR) {
  const { history } = window;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const before = visit?.type !== 'navigate' && history.state;
  restored = before?.key;
  history.replaceState({ key: `${Math.random()}`, ...before }, '');
}

/** Whether a letter was open over the list when the page was left. Read before the router starts and drops it. */
export const wasOpen = !import.meta.env.SSR && Boolean(window.history.state.masked);

/** The entry that the address bar shows; undefined where somebody has changed the address by hand. */
export const shownEntry = (): string | undefined => window.history.state?.key;

/** The entry that this page was loaded for. */
const loadedFor = import.meta.env.SSR ? '' : shownEntry();

/** Null where storage is forbidden; then a page is restored at its top. */
function storageOfTab(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** The router's location, which a mask may hide from the address bar. */
interface Shown {
  pathname: string;
  hash: string;
}

/**
 * Remembers something whenever the page may be about to go, which is when it is hidden: the last event that
 * browsers reliably fire, also when a page is left.
 * @param what a name for it, which together with the entry is the storage key
 * @param tell returns what to remember; null to keep what was remembered before
 * @param entry the history entry that it belongs to, asked for at the same moment
 * @returns stops remembering
 */
export function remember(
  what: string,
  tell: (shown: Shown) => string | null,
  entry = () => loadedFor,
): () => void {
  const hidden = () => {
    const told = tell(window.history.state?.masked ?? window.location);
    if (told === null) return;
    try {
      storageOfTab()?.setItem(what + entry(), told);
    } catch {
      // Storage is full: the page is restored at its top.
    }
  };
  document.addEventListener('visibilitychange', hidden);
  // Firefox often loses what is stored by then when another site takes the page's place.
  window.addEventListener('beforeunload', hidden);
  return () => {
    document.removeEventListener('visibilitychange', hidden);
    window.removeEventListener('beforeunload', hidden);
  };
}

/** What was remembered of an entry, if anything was. On a new visit it costs no access to the storage. */
export const recall = (what: string, entry = restored) =>
  entry && storageOfTab()?.getItem(what + entry);

/** Whether the page may still scroll by itself: boot-script.ts cancels this event after any input. */
export const isUntouched = () => dispatchEvent(new Event('bring-back', { cancelable: true }));
