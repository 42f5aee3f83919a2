type Listener = (why?: string) => void;

const listeners = new Set<Listener>();

/**
 * The session has ended, and the password must be asked for again. Every request that finds this out
 * says so by itself.
 * @param why what the owner is told, if there is more to say than that
 */
export function tellLocked(why?: string): void {
  for (const listener of listeners) listener(why);
}

/** @returns what ends it */
export function hearLocked(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
