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
  const subscriptions = new Set<{ listener: Listener }>();
  return {
    get listenerCount() {
      return subscriptions.size;
    },
    subscribe(listener) {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => subscriptions.delete(subscription);
    },
    emit(changes) {
      const present = [...subscriptions];
      for (const change of changes) {
        for (const one of present) if (subscriptions.has(one)) call(one.listener, change);
      }
    },
    clear: () => subscriptions.clear(),
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
