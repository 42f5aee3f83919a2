/**
 * What a tab remembers of a page, so that it comes back as it was: when it is reloaded, when the
 * browser has thrown it away to save memory, or by a step back. All of it belongs to one entry of the
 * tab's history, so that what is opened anew begins anew, and goes with the tab. Of a letter that is
 * read it is how far, and not which.
 */

// React Router gives a key to every entry but the one that a page begins with. Whoever asks for an
// address anew that is shown already is given the same entry by a browser, which begins anew, too.
if (!import.meta.env.SSR) {
  const { history } = window;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const before = visit?.type !== 'navigate' && history.state;
  history.replaceState({ key: `${Math.random()}`, ...before }, '');
}

/** Whether a letter was open above the list when the page was left: the router forgets it as it begins. */
export const wasOpen = !import.meta.env.SSR && Boolean(window.history.state.masked);

/** The entry that the address bar shows; undefined where somebody has changed the address by hand. */
export const shownEntry = (): string | undefined => window.history.state?.key;

/** The entry that this page was loaded for. */
const loadedFor = import.meta.env.SSR ? '' : shownEntry();

const storage = import.meta.env.SSR ? null : storageOfTab();

/** Null where it is forbidden: what comes back begins at its top then. */
function storageOfTab(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** Where the router is; the address bar may show another address. */
interface Shown {
  pathname: string;
  hash: string;
}

/**
 * Has something remembered whenever the page may be about to go: when it is hidden, the last that a
 * browser surely tells of, and which it also is when it is left.
 * @param what with the entry, the name under which it is remembered
 * @param tell null when the page is no longer what is shown, and what was remembered before is right
 * @param entry the one that it belongs to by then
 */
export function remember(
  what: string,
  tell: (shown: Shown) => string | null,
  entry = () => loadedFor,
): void {
  document.addEventListener('visibilitychange', () => {
    const told = tell(window.history.state?.masked ?? window.location);
    if (told !== null) storage?.setItem(what + entry(), told);
  });
}

/** What was remembered of an entry, if anything was. */
export const recall = (what: string, entry = loadedFor) => storage?.getItem(what + entry);

/** Whether the reader has done nothing yet; whoever has is not taken elsewhere (boot-script.ts). */
export const isUntouched = () => dispatchEvent(new Event('bring-back', { cancelable: true }));
