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
  // Another tab may have opened others.
  known = new Set([...read(), ...openedLetters(), letterId].slice(-MOST));
  try {
    localStorage.setItem(KEY, [...known].join(' '));
  } catch {
    // Forbidden or full: it is not worth a word.
  }
  for (const listener of listeners) listener();
}

function read(): string[] {
  try {
    return localStorage.getItem(KEY)?.split(' ').filter(Boolean) ?? [];
  } catch {
    return [];
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
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
