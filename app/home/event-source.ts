import { away, checkConnectivity } from '../offline/use-connectivity.ts';
import { jittered } from '../ui/jittered.ts';

const RETRY_MS = 4000;

/**
 * Milliseconds that the stream may be down before connectivity is checked, so that readers hear nothing
 * of a restart.
 */
const GRACE_MS = 10_000;

/**
 * Milliseconds without even a heartbeat, which comes every 15 seconds, after which a stream is replaced: a connection
 * can die without any error, and a proxy can hold back what it should pass on.
 */
const SILENCE_MS = 40_000;

/** Milliseconds; 0 at first, so that a page from the offline cache says at once that the site is away. */
let grace = 0;

/** An event of the stream, with the number of the change; `data` is the server's JSON. */
export interface News {
  kind: 'shown' | 'withdrawn' | 'reset';
  seq: number;
  data: string;
}

/**
 * Opens the server's event stream, and another whenever it ends or falls silent.
 * @param after called at each opening: the number of the last known change
 * @returns closes it
 */
export function openEventSource(after: () => number, onNews: (news: News) => void): () => void {
  let stream: EventSource;
  let timer: ReturnType<typeof setTimeout>;
  /** The connectivity check at the end of the grace; undefined while none is due. */
  let missing: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout>;

  function connect() {
    stream = new EventSource(`/api/live?after=${after()}`);
    for (const kind of ['shown', 'withdrawn', 'reset'] as const) {
      stream.addEventListener(kind, ({ data, lastEventId }: MessageEvent<string>) => {
        heard();
        onNews({ kind, seq: Number(lastEventId), data });
      });
    }
    stream.addEventListener('beat', heard);
    heard();
    stream.onopen = () => {
      grace = GRACE_MS;
      heard();
      clearTimeout(missing);
      missing = undefined;
      // Whoever was told that the site is away need not wait until it is asked again.
      if (away) void checkConnectivity();
    };
    stream.onerror = () => {
      // A site that refuses is not silent: once it is back, the stream goes on where it ended.
      heard();
      missing ??= setTimeout(miss, grace);
      // The browser reconnects after a break, but not after an answer that is no stream, such as a proxy's
      // while the site restarts.
      if (stream.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(connect, jittered(RETRY_MS));
    };
  }

  function heard() {
    clearTimeout(silence);
    silence = setTimeout(replace, SILENCE_MS);
  }

  function replace() {
    stream.close();
    connect();
    // What a proxy holds back now, it may hold back again: at least the list is read anew.
    onNews({ kind: 'reset', seq: after(), data: '' });
  }

  function miss() {
    missing = undefined;
    grace = GRACE_MS;
    void checkConnectivity();
  }

  connect();
  return () => {
    clearTimeout(missing);
    clearTimeout(timer);
    clearTimeout(silence);
    stream.close();
  };
}
