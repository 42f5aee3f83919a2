import type { Store } from '#core/store.ts';

/** What a copy is made from and to, and how. */
export interface Copying {
  from: Store;
  to: Store;
  /** What the owner calls the stores. */
  names: { from: string; to: string };
  /** Leaves what is in `to` alone, and adds what it lacks. */
  merge: boolean;
  signal: AbortSignal;
  tell(count: number, done: string): void;
}
