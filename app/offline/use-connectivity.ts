import { useSyncExternalStore } from 'react';
import { jittered } from '../ui/jittered.ts';
import { fetchInTime } from './fetch-in-time.ts';

const RETRY_MS = 5000;
/** Milliseconds. Shorter than for a letter: most readers have waited in vain for one before this check begins. */
const LIMIT_MS = 5000;

/** The notice; empty while the site can be reached. */
export let away = '';
/** The latest check: the outcome of an earlier one is ignored. */
let asked: Promise<boolean>;
let timer: ReturnType<typeof setTimeout>;
const listeners = new Set<() => void>();

/** Why the site cannot be reached, in words; empty when it can. */
export function useConnectivityNotice(): string {
  return useSyncExternalStore(
    subscribe,
    () => away,
    () => '',
  );
}

/**
 * Called when a request failed: asks /healthz, which the service worker never answers, and asks again
 * for as long as that fails. A site whose store is away counts as reachable.
 */
export async function checkConnectivity(): Promise<void> {
  // Not `navigator.onLine` alone: a site on the reader's own device needs no network.
  const asking = fetchInTime('/healthz', LIMIT_MS).then(isThere, isAway);
  asked = asking;
  const answered = await asking;
  if (asked !== asking) return;
  clearTimeout(timer);
  if (!answered) askAgain();
  away = answered ? '' : navigator.onLine ? 'The site cannot be reached.' : 'You are offline.';
  for (const changed of listeners) changed();
}

function askAgain() {
  // A hidden tab does not ask.
  const again = () => (document.hidden ? askAgain() : checkConnectivity());
  timer = setTimeout(again, jittered(RETRY_MS));
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  // The same listener is added once, however many components subscribe.
  window.addEventListener('online', checkConnectivity);
  window.addEventListener('offline', checkConnectivity);
  if (!navigator.onLine) void checkConnectivity();
  return () => listeners.delete(changed);
}

/** An HTML page is a captive portal's, since /healthz answers with none. */
const isThere = ({ ok, headers }: Response) => ok && !headers.get('Content-Type')?.includes('html');
const isAway = () => false;
