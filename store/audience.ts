import type { VisibleChange } from '#core/store.ts';

export type Listener = (change: VisibleChange) => void;

/** Those who watch what readers can see. */
interface Audience {
  readonly size: number;
  /** @returns leaves again; more than once is no harm */
  join(listener: Listener): () => void;
  /** Tells those who are present now, in order; not those who leave meanwhile. */
  tell(changes: VisibleChange[]): void;
  /** Sends everybody away. */
  clear(): void;
}

export function createAudience(): Audience {
  const members = new Set<{ listener: Listener }>();
  return {
    get size() {
      return members.size;
    },
    join(listener) {
      const member = { listener };
      members.add(member);
      return () => members.delete(member);
    },
    tell(changes) {
      const present = [...members];
      for (const change of changes) {
        for (const member of present) if (members.has(member)) tellOne(member.listener, change);
      }
    },
    clear: () => members.clear(),
  };
}

/** The write that a listener hears of is on disk whatever the listener does, so its fault is not the writer's. */
function tellOne(listener: Listener, change: VisibleChange): void {
  try {
    listener(change);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
