export interface ReceivedEvent {
  id: string;
  event: string;
  data: unknown;
}

/** Reads a live stream as a browser does. */
export interface EventReader {
  response: Response;
  /** What came before the first event: the retry time and, perhaps, where the stream stands. */
  preamble: string;
  /** The next event; null when the stream has ended. */
  next(): Promise<ReceivedEvent | null>;
  close(): Promise<void>;
}

export async function readEvents(response: Response): Promise<EventReader> {
  if (!response.body) throw new Error('There is no stream.');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let unread = '';

  async function nextBlock(): Promise<string | null> {
    while (!unread.includes('\n\n')) {
      const { done, value } = await reader.read();
      if (done) return null;
      unread += value;
    }
    const end = unread.indexOf('\n\n');
    const block = unread.slice(0, end);
    unread = unread.slice(end + 2);
    return block;
  }

  return {
    response,
    preamble: (await nextBlock()) ?? '',
    async next() {
      for (;;) {
        const block = await nextBlock();
        if (block === null) return null;
        const fields = new Map(
          block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]),
        );
        const data = fields.get('data');
        if (data === undefined) continue;
        return {
          id: fields.get('id') ?? '',
          event: fields.get('event') ?? '',
          data: JSON.parse(data),
        };
      }
    },
    close: () => reader.cancel(),
  };
}
