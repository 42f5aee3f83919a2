/** Milliseconds, as in fetch-in-time.ts, with which the worker can share no module: then it would import it. */
const LIMIT_MS = 10_000;

/**
 * Aborts a request of the worker if nothing more comes. Not every browser tells a worker that its page gave up, and
 * whoever asks for the same address next would wait for this request.
 */
export function limitSilence() {
  const limit = new AbortController();
  const inTime = <Part>(part: Promise<Part>): Promise<Part> => {
    const timer = setTimeout(() => limit.abort(), LIMIT_MS);
    return part.finally(() => clearTimeout(timer));
  };
  return {
    /** Of the request that is limited. */
    signal: limit.signal,
    inTime,
    /** @returns a copy of its answer, once all of it has come */
    async whole(answer: Response): Promise<Response> {
      const copy = answer.clone();
      const reader = answer.clone().body?.getReader();
      while (reader && !(await inTime(reader.read())).done);
      return copy;
    },
  };
}
