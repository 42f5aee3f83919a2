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
    navigator.serviceWorker.register('/sw.js').then(renewKept, (error) => {
      console.info('Letters are not kept for reading offline.', error);
    });
  };
  // Safari does not say when it is idle.
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(begin);
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle);
}

/** The site can be reached: what is kept is compared with it, and what this page has used is kept. */
export function renewKept(): void {
  void navigator.serviceWorker?.ready.then(({ active }) =>
    active?.postMessage(performance.getEntries().map(({ name }) => name)),
  );
}

/** What was asked for before the worker took over, and is answered only now, it has not seen either. */
function renewKeptAfter(takenOver: DOMHighResTimeStamp): void {
  const late = new PerformanceObserver((answered) => {
    if (answered.getEntries().some(({ startTime }) => startTime < takenOver)) renewKept();
  });
  late.observe({ type: 'resource' });
}

export function renewKeptSoon(within = SPREAD.letters): void {
  setTimeout(renewKept, within * Math.random());
}

/**
 * A letter was withdrawn: its words go at once, and so does the page that has its title. The worker
 * keeps another one when it is told next.
 */
export async function forget(id: string): Promise<void> {
  // On a site without https there are no caches.
  const kept = await window.caches?.open(KEPT);
  await kept?.delete(`/api/letters/${id}`);
  const home = await kept?.match('/');
  if (!home || (await home.text()).includes(id)) {
    await kept?.delete('/');
    renewKeptSoon(SPREAD.home);
  }
  renewKeptSoon();
}
