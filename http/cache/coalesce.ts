/**
 * Does something as often as it is asked for, but never twice at a time. Whoever asks while it is being
 * done gets the next time, together with all others who do.
 * @param work never rejects
 * @returns asks for it; settles when it has been done from beginning to end since
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
    // Between the end of one and the beginning of the next, neither is under way.
    if (next !== undefined) return next;
    if (current === undefined) return begin();
    next = current.then(begin);
    return next;
  };
}
