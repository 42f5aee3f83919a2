import { createSerialQueue } from './serial-queue.ts';

/**
 * Coalesces calls: at most one run at a time, and all calls that come before a run begins share it.
 * @param enqueue the queue of other work that must not run at the same time
 * @returns requests a run; settles with a run that begins after the request
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
