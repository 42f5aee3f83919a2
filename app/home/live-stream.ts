import type { LetterSummary } from '#core/letter.ts';

/** Milliseconds; half of it to one and a half, so that not all readers come back at once. */
const RETRY = 4000;

interface LiveStream {
  /** The number of the last change that the list contains; without it, the list is read again. */
  after: number | undefined;
  onShown(letter: LetterSummary): void;
  onWithdrawn(id: string): void;
  /** Changes may have been missed. */
  onDoubt(): void;
}

/**
 * Listens to what becomes visible and what is withdrawn, for as long as the page is open.
 * @returns stops listening
 */
export function openLiveStream({ after, onShown, onWithdrawn, onDoubt }: LiveStream): () => void {
  let last = after?.toString();
  let stream: EventSource;
  let timer: ReturnType<typeof setTimeout>;

  function connect() {
    stream = new EventSource(last === undefined ? '/api/live' : `/api/live?after=${last}`);
    const on = (kind: string, tell: (data: string) => void) =>
      stream.addEventListener(kind, ({ data, lastEventId }: MessageEvent<string>) => {
        last = lastEventId || last;
        tell(data);
      });
    on('shown', (data) => onShown(JSON.parse(data)));
    on('withdrawn', (data) => onWithdrawn(JSON.parse(data).id));
    on('reset', onDoubt);
    if (last === undefined) stream.addEventListener('open', onDoubt, { once: true });
    stream.addEventListener('error', () => {
      // The browser comes back by itself after a break, but not after an answer that is no stream,
      // which is what a proxy gives while the site starts anew.
      if (stream.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(connect, RETRY * (0.5 + Math.random()));
    });
  }

  connect();
  return () => {
    clearTimeout(timer);
    stream.close();
  };
}
