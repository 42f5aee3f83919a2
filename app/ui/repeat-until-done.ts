/**
 * Attempts something until it succeeds.
 * @param attempt tells whether it did, and never rejects; the signal is aborted when nobody needs it any more
 * @param pause milliseconds after an attempt that failed
 * @returns makes no further attempt
 */
export function repeatUntilDone(
  attempt: (signal: AbortSignal) => Promise<boolean>,
  pause: number,
): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const repeat = async () => {
    const done = await attempt(stop.signal);
    if (!done && !stop.signal.aborted) timer = setTimeout(repeat, pause);
  };
  void repeat();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
