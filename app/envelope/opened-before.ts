import { useSyncExternalStore } from 'react';

/**
 * Which letters were opened on this device. Only the browser stores it, or, where it may not, the page for
 * as long as it is open.
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
    // Storage is forbidden or full, which is not worth reporting.
  }
}

/** Another tab, or another page in this one, may have opened letters. */
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

/** False on the server and during hydration. */
export function useOpenedBefore(letterId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wasOpened(letterId),
    () => false,
  );
}
