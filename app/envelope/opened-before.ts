import { useSyncExternalStore } from 'react';
import { fnv } from './fnv.ts';

/**
 * Which letters were opened on this device. Only the browser stores it, or, where it may not, the page for
 * as long as it is open. Instead of ids it stores digests, since the id of a hidden letter is its only key.
 */

const KEY = 'letters-opened';
/** The letters that were opened last. */
const MOST = 500;

const DIGEST = /^-?\d+$/;
const digestOf = (letterId: string) => String(fnv(letterId));

/** Digests, in the order in which the letters were opened; empty until the storage has been read. */
let known = new Set<string>();
const listeners = new Set<() => void>();

export const wasOpened = (letterId: string) => known.has(digestOf(letterId));

export function rememberOpened(letterId: string): void {
  if (wasOpened(letterId)) return;
  recall(digestOf(letterId));
  try {
    localStorage.setItem(KEY, [...known].join(' '));
  } catch {
    // Storage is forbidden or full, which is not worth reporting.
  }
}

/** Merges what is stored, since other tabs and pages open letters, too. */
function recall(...more: string[]): void {
  const all = new Set([...known, ...read(), ...more]);
  known = new Set([...all].slice(-MOST));
  for (const listener of listeners) listener();
}

const recallAll = () => recall();

function read(): string[] {
  try {
    const kept = localStorage.getItem(KEY)?.split(' ').filter(Boolean) ?? [];
    // Earlier versions kept ids.
    return kept.map((one) => (DIGEST.test(one) ? one : digestOf(one)));
  } catch {
    return [];
  }
}

function subscribe(listener: () => void): () => void {
  // The first access to the storage may wait for the disk, which must not prolong hydration.
  if (listeners.size === 0) setTimeout(recallAll);
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
