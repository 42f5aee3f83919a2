/** The name of the service worker's cache. */
const KEPT = 'kept';
/** The addresses of letters' words begin like this. */
const WORDS = '/api/letters/';
/**
 * Milliseconds over which readers' requests are spread after a change. A worker may ask for every letter in its
 * cache; one whose home page was evicted asks for that alone first, and sooner.
 */
const SPREAD_MS = { letters: 15_000, home: 1000 };

/** When the worker took over: it has answered every letter that was asked for since. */
let takenOver = navigator.serviceWorker?.controller ? 0 : Number.POSITIVE_INFINITY;

/** Registers the service worker once the page has loaded and is idle. */
export function registerServiceWorker(): void {
  if (!navigator.serviceWorker) return;
  const begin = () => {
    // The worker has missed what was fetched before it took over.
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      // Not again when a newer one follows.
      takenOver = Math.min(takenOver, performance.now());
      refreshCache();
      refreshWhenLate();
    });
    navigator.serviceWorker.register('/sw.js').then(
      () => refreshCache(),
      (error) => console.info('Letters are not kept for reading offline.', error),
    );
  };
  // Safari has no requestIdleCallback.
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(begin);
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle);
}

/**
 * Has the worker revalidate its cache, and add what this page has used. Called when the site was reached.
 * @param homeAlone leaves the letters to the next time
 */
export function refreshCache(homeAlone = false): void {
  navigator.serviceWorker?.ready.then(
    ({ active }) => active?.postMessage(homeAlone ? null : used()),
    // `ready` rejects in Firefox where its user blocks cookies: nothing is cached there.
    () => {},
  );
}

/**
 * The addresses that this page has used, but not the letters that the worker has answered: one that it has evicted
 * since would come back in place of one that was read later. In Firefox, `workerStart` does not tell which.
 */
function used(): string[] {
  const entries = performance.getEntries();
  const missed = entries.filter(
    ({ name, startTime }) => startTime < takenOver || !name.includes(WORDS),
  );
  return missed.map(({ name }) => name);
}

/** The worker has also missed the answers to requests that were under way when it took over. */
function refreshWhenLate(): void {
  if (typeof PerformanceObserver === 'undefined') return;
  const late = new PerformanceObserver((answered) => {
    if (answered.getEntries().some(({ startTime }) => startTime < takenOver)) refreshCache();
  });
  late.observe({ type: 'resource' });
}

/** The timer of the latest letter that has arrived: it replaces those of earlier ones. */
let arrival: ReturnType<typeof setTimeout>;

/**
 * To be called instead of `refreshCache` for what all readers hear of at the same moment.
 * @param homeAlone for a letter that has arrived, which changes no other; while many arrive, the home page is renewed
 *   about four times a minute
 */
export function refreshCacheSoon(homeAlone = false): void {
  const timer = setTimeout(refreshCache, SPREAD_MS.letters * Math.random(), homeAlone);
  if (!homeAlone) return;
  clearTimeout(arrival);
  arrival = timer;
}

export function refreshHomeSoon(): void {
  setTimeout(refreshCache, SPREAD_MS.home * Math.random(), true);
}

/**
 * Evicts withdrawn letters: their words at once, and the home page if it names one of them, until there is
 * a newer one.
 */
export async function forget(ids: string[]): Promise<void> {
  // Without https there is no Cache API.
  const kept = await window.caches?.open(KEPT);
  for (const id of ids) await kept?.delete(WORDS + id);
  const home = await (await kept?.match('/'))?.text();
  if (home === undefined || ids.some((id) => home.includes(id))) {
    await kept?.delete('/');
    refreshHomeSoon();
  }
  refreshCacheSoon();
}
