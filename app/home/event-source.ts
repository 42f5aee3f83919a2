import { askForSite } from '../offline/use-away.ts';

/** Milliseconds; half of it to one and a half, so that not all readers come back at once. */
const RETRY = 4000;

/**
 * Milliseconds that it may be away before it is asked whether the site is, each time: one that starts
 * anew is back by then, and no reader hears of that.
 */
const PATIENCE = 10_000;

/** None before the first time, unless the page, which may have been kept, has been in touch. */
let patience = 0;

/** What the stream tells, in the words of the server, with the number of the change. */
export type News =
  | { kind: 'shown' | 'withdrawn'; seq: number; data: string }
  | { kind: 'reset'; seq?: number };

/**
 * Opens the stream of the server, and opens it again whenever it ends.
 * @param after the last change that is known, each time that it is opened
 * @param onOpen it listens from now on
 * @returns closes it
 */
export function openEventSource(
  after: () => number | undefined,
  onNews: (news: News) => void,
  onOpen: () => void,
): () => void {
  let stream: EventSource;
  let timer: ReturnType<typeof setTimeout>;
  let missing: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    const last = after();
    stream = new EventSource(last === undefined ? '/api/live' : `/api/live?after=${last}`);
    for (const kind of ['shown', 'withdrawn', 'reset'] as const) {
      stream.addEventListener(kind, ({ data, lastEventId }: MessageEvent<string>) =>
        onNews({ kind, seq: Number(lastEventId), data }),
      );
    }
    stream.onopen = () => {
      patience = PATIENCE;
      found();
      onOpen();
    };
    stream.onerror = () => {
      missing ??= setTimeout(miss, patience);
      // The browser comes back by itself after a break, but not after an answer that is no stream,
      // which is what a proxy gives while the site starts anew.
      if (stream.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(connect, RETRY * (0.5 + Math.random()));
    };
  }

  function miss() {
    missing = undefined;
    patience = PATIENCE;
    void askForSite();
  }

  function found() {
    clearTimeout(missing);
    missing = undefined;
  }

  connect();
  return () => {
    found();
    clearTimeout(timer);
    stream.close();
  };
}
