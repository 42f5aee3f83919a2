/** What the service worker keeps letters in. */
const KEPT = 'kept';
/**
 * Milliseconds; so that not all readers come at once when something has changed. Each may ask for all
 * the letters that it keeps, but where the home page had to go, for that alone at first.
 */
const SPREAD = { letters: 15_000, home: 1000 };

/** Begins to keep what is read for later, when the page has nothing better to do. */
export function beginKeeping(): void {
  if (!navigator.serviceWorker) return;
  const begin = () => {
    // What was read while the worker was on its way, it has not seen.
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      renewKept();
      renewKeptAfter(performance.now());
    });
    navigator.serviceWorker.register('/sw.js').then(
      () => renewKept(),
      (error) => console.info('Letters are not kept for reading offline.', error),
    );
  };
  // Safari does not say when it is idle.
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(begin);
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle);
}

/**
 * The site can be reached: what is kept is compared with it, and what this page has used is kept.
 * @param homeAlone the letters are left to the next time
 */
export function renewKept(homeAlone = false): void {
  void navigator.serviceWorker?.ready.then(({ active }) =>
    active?.postMessage(homeAlone ? null : performance.getEntries().map(({ name }) => name)),
  );
}

/** What was asked for before the worker took over, and is answered only now, it has not seen either. */
function renewKeptAfter(takenOver: DOMHighResTimeStamp): void {
  const late = new PerformanceObserver((answered) => {
    if (answered.getEntries().some(({ startTime }) => startTime < takenOver)) renewKept();
  });
  late.observe({ type: 'resource' });
}

export function renewKeptSoon(): void {
  setTimeout(renewKept, SPREAD.letters * Math.random());
}

/**
 * A letter was withdrawn: its words go at once, and so does the page that has its title, until
 * there is another one.
 */
export async function forget(id: string): Promise<void> {
  // On a site without https there are no caches.
  const kept = await window.caches?.open(KEPT);
  await kept?.delete(`/api/letters/${id}`);
  const home = await kept?.match('/');
  if (!home || (await home.text()).includes(id)) {
    await kept?.delete('/');
    setTimeout(renewKept, SPREAD.home * Math.random(), true);
  }
  renewKeptSoon();
}
