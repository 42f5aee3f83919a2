type Listener = (why?: string) => void;

const listeners = new Set<Listener>();

/**
 * Announces that the session has ended, so that the portal asks for the password again. Emitted by every
 * request that is refused for it.
 * @param why what the owner is told, if there is more to say
 */
export function emitLocked(why?: string): void {
  for (const listener of listeners) listener(why);
}

/** @returns unsubscribes */
export function onLocked(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
