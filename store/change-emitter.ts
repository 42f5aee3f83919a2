import type { VisibleChange } from '#core/store.ts';

export type Listener = (change: VisibleChange) => void;

/** Hands changes to the listeners of one store. */
interface ChangeEmitter {
  readonly listenerCount: number;
  /** @returns unsubscribes; may be called again */
  subscribe(listener: Listener): () => void;
  /** Calls those who are subscribed now, in order, except those who unsubscribe meanwhile. */
  emit(changes: VisibleChange[]): void;
  /** Unsubscribes everyone. */
  clear(): void;
}

export function createChangeEmitter(): ChangeEmitter {
  const listeners = new Set<Listener>();
  return {
    get listenerCount() {
      return listeners.size;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(changes) {
      const present = [...listeners];
      for (const change of changes) {
        for (const listener of present) if (listeners.has(listener)) call(listener, change);
      }
    },
    clear: () => listeners.clear(),
  };
}

/** Rethrows a listener's error asynchronously: the write is on disk already and must not fail. */
function call(listener: Listener, change: VisibleChange): void {
  try {
    listener(change);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
