import { useSyncExternalStore } from 'react';

let reached = true;

/** Whether the site can be reached, as far as it is known. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => reached,
    () => true,
  );
}

function subscribe(changed: () => void): () => void {
  async function look() {
    // A site on the reader's own device is there without a network.
    const answered = navigator.onLine || (await fetch('/healthz').then(isThere, isAway));
    reached = answered || navigator.onLine;
    changed();
  }
  void look();
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  return () => {
    window.removeEventListener('online', look);
    window.removeEventListener('offline', look);
  };
}

const isThere = () => true;
const isAway = () => false;
