/** A connection may be dead without an error, as in a tunnel. */
const LIMIT_MS = 10_000;

/**
 * Fetches an address of this site. Rejects also if nothing comes for so long, neither at first nor in the middle
 * of the answer, which may take long as a whole.
 * @param limitMs milliseconds
 */
export async function fetchInTime(path: string, limitMs = LIMIT_MS): Promise<Response> {
  const limit = new AbortController();
  const inTime = <Part>(part: Promise<Part>): Promise<Part> => {
    const timer = setTimeout(() => limit.abort(), limitMs);
    return part.finally(() => clearTimeout(timer));
  };
  // Not from the browser's cache: a strange network may have put a page of its own there.
  const answer = await inTime(fetch(path, { signal: limit.signal, cache: 'no-cache' }));
  const reader = answer.body?.getReader();
  const parts: BlobPart[] = [];
  while (reader) {
    const { value } = await inTime(reader.read());
    if (!value) break;
    parts.push(value);
  }
  // Of an extension or an app that has replaced `fetch` by its own, an answer may have words, but no stream of them.
  return reader ? new Response(new Blob(parts), answer) : answer;
}
