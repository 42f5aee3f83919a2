/** A connection may be dead without an error, as in a tunnel. */
const LIMIT_MS = 10_000;

/**
 * Fetches an address of this site; rejects also if no answer begins in time. The answer itself may take long.
 * @param limitMs milliseconds within which it must begin
 */
export async function fetchInTime(path: string, limitMs = LIMIT_MS): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    return await fetch(path, { signal: limit.signal });
  } finally {
    clearTimeout(timer);
  }
}
