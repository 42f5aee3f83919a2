import { useSyncExternalStore } from 'react';

/** Milliseconds; half of it to one and a half, so that not all readers come back at once. */
const RETRY = 5000;

let away = '';
let asked: Promise<boolean>;
let timer: ReturnType<typeof setTimeout>;
const listeners = new Set<() => void>();

/** Why the site cannot be reached, as far as it is known, in words; none when it can. */
export function useAway(): string {
  return useSyncExternalStore(
    subscribe,
    () => away,
    () => '',
  );
}

/**
 * Something did not come: asks the site whether it is there, which no service worker answers, and
 * while it is not, asks again. A site whose letters cannot be read is there; one that starts anew
 * and is back by now is, too.
 */
export async function askForSite(): Promise<void> {
  // A site on the reader's own device is there without a network.
  const asking = fetch('/healthz').then(isThere, isAway);
  asked = asking;
  const answered = await asking;
  // What was asked later is known better.
  if (asked !== asking) return;
  clearTimeout(timer);
  if (!answered) askAgain();
  away = answered ? '' : navigator.onLine ? 'The site cannot be reached.' : 'You are offline.';
  for (const changed of listeners) changed();
}

function askAgain() {
  // Nobody reads a page that nobody sees.
  const again = () => (document.hidden ? askAgain() : askForSite());
  timer = setTimeout(again, RETRY * (0.5 + Math.random()));
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  // The same function is added once, however many ask.
  window.addEventListener('online', askForSite);
  window.addEventListener('offline', askForSite);
  if (!navigator.onLine) void askForSite();
  return () => listeners.delete(changed);
}

const isThere = ({ ok }: Response) => ok;
const isAway = () => false;
