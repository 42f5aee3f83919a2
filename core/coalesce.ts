import { createSerialQueue } from './serial-queue.ts';

/**
 * Coalesces calls: at most one run at a time, and all calls that come before a run begins share it.
 * @param enqueue where other work has to take turns with it, too
 * @returns asks for a run; settles as one does that began after the call
 */
export function coalesce(
  work: () => Promise<void>,
  enqueue = createSerialQueue(),
): () => Promise<void> {
  let next: Promise<void> | undefined;
  return () => {
    next ??= enqueue(() => {
      next = undefined;
      return work();
    });
    return next;
  };
}
