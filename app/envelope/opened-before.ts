import { useSyncExternalStore } from 'react';

/**
 * Which letters were opened on this device. Nobody else is told: it is kept by the browser alone,
 * and where that keeps nothing, for as long as the page is open.
 */

const KEY = 'letters-opened';
/** The letters that were opened last. */
const MOST = 500;

let known: Set<string> | null = null;
const listeners = new Set<() => void>();

/** In the order in which they were opened. */
function openedLetters(): Set<string> {
  known ??= new Set(read());
  return known;
}

export function wasOpened(letterId: string): boolean {
  return openedLetters().has(letterId);
}

export function rememberOpened(letterId: string): void {
  if (wasOpened(letterId)) return;
  recall(letterId);
  try {
    localStorage.setItem(KEY, [...openedLetters()].join(' '));
  } catch {
    // Forbidden or full: it is not worth a word.
  }
}

/** Another tab, or a page that was gone to from here, may have opened others. */
function recall(...more: string[]): void {
  known = new Set([...read(), ...openedLetters(), ...more].slice(-MOST));
  for (const listener of listeners) listener();
}

const recallAll = () => recall();

function read(): string[] {
  try {
    return localStorage.getItem(KEY)?.split(' ').filter(Boolean) ?? [];
  } catch {
    return [];
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The same listener is added once, however many envelopes subscribe.
  document.addEventListener('visibilitychange', recallAll);
  return () => listeners.delete(listener);
}

/** False for the server and the first render after it, which know of no device. */
export function useOpenedBefore(letterId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wasOpened(letterId),
    () => false,
  );
}
