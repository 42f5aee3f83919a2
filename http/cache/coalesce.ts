/**
 * Coalesces calls: at most one run at a time, and all calls that come during a run share the next one.
 * @param work never rejects
 * @returns asks for a run; settles when one that began after the call has ended
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function begin(): Promise<void> {
    next = undefined;
    const begun = work().then(() => {
      if (current === begun) current = undefined;
    });
    current = begun;
    return begun;
  }

  return () => {
    // First: between two runs `current` is over, but the next one has not begun.
    if (next !== undefined) return next;
    if (current === undefined) return begin();
    next = current.then(begin);
    return next;
  };
}
