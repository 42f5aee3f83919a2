import { beforeEach, expect, test, vi } from 'vitest';

/** A browser's end of the stream, which opens and breaks when a test says so. */
class Stream {
  static readonly CLOSED = 2;
  static last: Stream;
  readyState = 0;
  onopen = () => {};
  onerror = () => {};
  readonly url: string;
  readonly hear: Record<string, (message: { data: string; lastEventId: string }) => void> = {};
  addEventListener = (kind: string, listener: Stream['hear'][string]) => {
    this.hear[kind] = listener;
  };
  isClosed = false;
  close = () => {
    this.isClosed = true;
  };
  constructor(url: string) {
    this.url = url;
    Stream.last = this;
  }
}

const asked: string[] = [];
let down = false;
const news: unknown[] = [];
let close = () => {};

beforeEach(async () => {
  asked.length = 0;
  news.length = 0;
  down = false;
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    if (down) throw new TypeError('Failed to fetch');
    return new Response('alive');
  });
  vi.resetModules();
  const { openEventSource } = await import('./event-source.ts');
  close = openEventSource(
    () => 1,
    (one) => news.push(one),
  );
  return () => {
    close();
    vi.useRealTimers();
  };
});

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('asks for what came after the last known change, and hands on all news with their numbers', () => {
  const { url, hear } = Stream.last;
  expect(url).toBe('/api/live?after=1');
  const kinds = ['shown', 'withdrawn', 'reset'];
  for (const kind of kinds) hear[kind]?.({ data: '{}', lastEventId: '2' });
  expect(news).toEqual(kinds.map((kind) => ({ kind, seq: 2, data: '{}' })));
});

test('does not check whether the site can be reached when a stream is back within ten seconds, as after a restart', async () => {
  const stream = Stream.last;
  stream.onopen();
  stream.onerror();
  await wait(5000);
  stream.onerror();
  await wait(4900);
  stream.onopen();
  await wait(39_000);
  expect(asked).toEqual([]);
  // What was forgiven once does not excuse the next time.
  stream.onerror();
  await wait(10_000);
  expect(asked).toEqual(['/healthz']);
});

test('checks it when a stream stays away longer, however often it breaks', async () => {
  const stream = Stream.last;
  stream.onopen();
  stream.onerror();
  await wait(9000);
  stream.onerror();
  expect(asked).toEqual([]);
  await wait(1000);
  expect(asked).toEqual(['/healthz']);
});

test('checks again while the stream stays away, even if the site answered before', async () => {
  const stream = Stream.last;
  stream.onerror();
  await wait(0);
  stream.onerror();
  await wait(9000);
  stream.onerror();
  expect(asked).toEqual(['/healthz']);
  await wait(1000);
  expect(asked).toEqual(['/healthz', '/healthz']);
});

test('leaves it to the browser to reconnect, and opens another stream only once it has given up', async () => {
  const stream = Stream.last;
  stream.onerror();
  await wait(39_000);
  expect(Stream.last).toBe(stream);
  stream.readyState = Stream.CLOSED;
  stream.onerror();
  await wait(60_000);
  expect(Stream.last).not.toBe(stream);
});

test('replaces a stream in which nothing came for forty seconds, and doubts that it knows all', async () => {
  const stream = Stream.last;
  await wait(39_000);
  stream.onopen();
  await wait(39_000);
  for (const kind of ['beat', 'shown', 'beat']) {
    stream.hear[kind]?.({ data: '{}', lastEventId: '2' });
    await wait(39_000);
  }
  expect(Stream.last).toBe(stream);
  news.length = 0;
  await wait(1000);
  expect(stream.isClosed).toBe(true);
  expect(Stream.last).not.toBe(stream);
  expect(news).toEqual([{ kind: 'reset', seq: 1, data: '' }]);
  // Also one that never opens.
  const second = Stream.last;
  await wait(40_000);
  expect(second.isClosed).toBe(true);
  expect(Stream.last).not.toBe(second);
});

test('does not take a site that refuses for a silent one, or all its readers would read the list when it is back', async () => {
  const streams = new Set<Stream>();
  Stream.last.onopen();
  for (const readyState of [0, Stream.CLOSED]) {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const stream = Stream.last;
      streams.add(stream);
      stream.readyState = readyState;
      stream.onerror();
      await wait(6000);
      expect(stream.isClosed).toBe(false);
    }
  }
  expect(streams.size).toBe(10);
  expect(news).toEqual([]);
});

test('stays closed, and asks for nothing, once it was closed', async () => {
  const stream = Stream.last;
  stream.onopen();
  stream.readyState = Stream.CLOSED;
  stream.onerror();
  close();
  await wait(60_000);
  expect(stream.isClosed).toBe(true);
  expect(Stream.last).toBe(stream);
  expect(asked).toEqual([]);
});

test('checks at once when a stream never opened, because the page may come from a cache', async () => {
  Stream.last.onerror();
  await wait(0);
  expect(asked).toEqual(['/healthz']);
});

test('has the notice go as soon as the stream is back, not when the site is asked again', async () => {
  down = true;
  Stream.last.onerror();
  await wait(0);
  expect(asked).toEqual(['/healthz']);
  down = false;
  Stream.last.onopen();
  await wait(0);
  Stream.last.onopen();
  await wait(0);
  expect(asked).toEqual(['/healthz', '/healthz']);
});
