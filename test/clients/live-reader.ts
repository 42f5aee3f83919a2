import type { LetterSummary } from '#core/letter.ts';
import { type EventReader, type ReceivedEvent, readEvents } from './event-reader.ts';
import { pagesOf } from './every-letter.ts';

/**
 * A reader who keeps the home page open: reads the list, follows the live stream from there, resumes with
 * the last number after a break, and reads the list again after a `reset`, until it is as new as that.
 */
export interface LiveReader extends AsyncDisposable {
  /** What stands on the reader's screen: title by id. */
  titles(): Map<string, string>;
  /** How often the stream was opened. */
  readonly connections: number;
  /** Resolves once the screen is as it should be. */
  until(isRight: (titles: Map<string, string>) => boolean): Promise<void>;
  /** Resolves when the stream is open. */
  connected(): Promise<void>;
  close(): Promise<void>;
}

/** The pause before the stream is opened again, or a list read again. Browsers' is too long for a test. */
const RETRY_MS = 50;

/**
 * @param url of the site, or of one instance
 * @param told is called with every event as it arrives
 */
export function openLiveReader(
  url: string,
  told: (event: ReceivedEvent) => void = () => {},
): LiveReader {
  let shown = new Map<string, string>();
  let last: string | null = null;
  let closed = false;
  let stream: EventReader | undefined;
  let connections = 0;
  const waiting = new Set<() => void>();
  let opened = Promise.withResolvers<void>();
  let isOpen = false;
  const stop = new AbortController();

  const changed = () => {
    for (const look of waiting) look();
  };

  /** @param least the number of a change that the list must have */
  async function readList(least: string | null): Promise<void> {
    for (;;) {
      const pages = await Array.fromAsync(
        pagesOf<LetterSummary>((query) =>
          fetch(`${url}/api/letters${query}`, { signal: stop.signal }),
        ),
      );
      shown = new Map(pages.flatMap(({ letters }) => letters.map(({ id, title }) => [id, title])));
      if (pages.every(({ seq }) => Number(seq) >= Number(least))) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  async function take({ id, event, data }: ReceivedEvent): Promise<void> {
    if (event === 'reset') await readList(id);
    else if (event === 'withdrawn') shown.delete((data as { id: string }).id);
    else shown.set((data as LetterSummary).id, (data as LetterSummary).title);
    // Not sooner: a list that could not be read is read once the stream is open again.
    last = id;
    changed();
  }

  async function follow(): Promise<void> {
    const headers: Record<string, string> = last === null ? {} : { 'Last-Event-ID': last };
    const response = await fetch(`${url}/api/live`, { headers, signal: stop.signal });
    if (!response.ok) throw new Error(`The stream answered ${response.status}.`);
    stream = await readEvents(response);
    connections += 1;
    // The stream's number is read before the list, so that a change in between is told again, not missed.
    if (last === null) {
      const begun = /^id: (\d+)$/m.exec(stream.preamble)?.[1] ?? null;
      await readList(begun);
      last = begun;
      changed();
    }
    opened.resolve();
    isOpen = true;
    for (;;) {
      const event = await stream.next();
      if (!event) return;
      told(event);
      await take(event);
    }
  }

  const running = (async () => {
    while (!closed) {
      // A browser reconnects, whatever broke the stream off.
      await follow().catch(() => {});
      // Whoever waits for a stream that could not be opened waits for the next.
      if (isOpen) opened = Promise.withResolvers();
      isOpen = false;
      if (!closed) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  })();

  async function close(): Promise<void> {
    closed = true;
    stop.abort();
    await stream?.close().catch(() => {});
    await running;
  }

  return {
    titles: () => shown,
    get connections() {
      return connections;
    },
    until(isRight) {
      return new Promise((resolve) => {
        const look = () => {
          if (!isRight(shown)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    connected: () => opened.promise,
    close,
    [Symbol.asyncDispose]: close,
  };
}
