import { createSerialQueue } from '#core/serial-queue.ts';

/**
 * Coalesces calls: at most one run at a time, and all calls that come before a run begins share it.
 * @param work never rejects
 * @returns asks for a run; settles when one that began after the call has ended
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  const enqueue = createSerialQueue();
  let next: Promise<void> | undefined;
  return () => {
    next ??= enqueue(() => {
      next = undefined;
      return work();
    });
    return next;
  };
}
