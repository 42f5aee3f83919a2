import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { seededRandom } from '../../test/seeded-random.ts';
import { readInto } from './read-into.ts';

/** How many readers, and others who only listen, there are where a busy owner is measured. */
export const READERS = 200;
export const LISTENERS = 1000;
/** Fetches a second: each reader fetches every 400 ms, a small part of what the site can answer. */
export const FETCHES = 500;

const REQUEST =
  'GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\nAccept: text/html\r\n\r\n';
const HEAD_END = '\r\n\r\n';

/** Readers who fetch the home page again and again over keep-alive connections. */
interface OpenReaders extends Disposable {
  /**
   * Fetches at random moments, as strangers do, whether or not earlier answers have come.
   * @returns milliseconds from when each was due until it had its whole answer
   */
  fetchFor(milliseconds: number, perSecond: number): Promise<number[]>;
  /** How many different pages they have seen so far. */
  versions(): number;
}

export async function openReaders(port: number, count: number): Promise<OpenReaders> {
  const seen = new Set<string>();
  const readers = await Promise.all(Array.from({ length: count }, () => openReader(port, seen)));
  const random = seededRandom('moments');
  return {
    async fetchFor(milliseconds, perSecond) {
      const took: Promise<number>[] = [];
      const begun = performance.now();
      let due = begun;
      for (let at = 0; ; at += 1) {
        due += (-Math.log(1 - random()) / perSecond) * 1000;
        if (due > begun + milliseconds) break;
        // A timer would be up to a millisecond late, as long as what is measured.
        while (performance.now() < due) await new Promise(setImmediate);
        took.push(readers[at % count]?.fetch(due) ?? Promise.reject());
      }
      return Promise.all(took);
    },
    versions: () => seen.size,
    [Symbol.dispose]() {
      for (const reader of readers) reader.close();
    },
  };
}

async function openReader(port: number, seen: Set<string>) {
  const waiting: { due: number; done(took: number): void }[] = [];
  let missing = 0;

  function take(bytes: Buffer): void {
    if (missing === 0) {
      const { version, length } = beginningOf(bytes);
      seen.add(version);
      missing = length;
    }
    missing -= bytes.length;
    if (missing > 0) return;
    const answered = waiting.shift();
    answered?.done(performance.now() - answered.due);
    if (waiting.length > 0) socket.write(REQUEST);
  }
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: readInto(take),
  });
  await once(socket, 'connect');
  return {
    fetch(due: number): Promise<number> {
      const answer = new Promise<number>((done) => waiting.push({ due, done }));
      if (waiting.length === 1) socket.write(REQUEST);
      return answer;
    },
    close: () => socket.destroy(),
  };
}

/** @returns the length of the whole answer in bytes. @throws Error when it is not the page */
function beginningOf(bytes: Buffer): { version: string; length: number } {
  const head = bytes.toString('latin1', 0, bytes.indexOf(HEAD_END));
  const body = /^content-length: (\d+)/im.exec(head)?.[1];
  const version = /^etag: (.*)/im.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200') || !body || !version) throw new Error(head);
  return { version, length: head.length + HEAD_END.length + Number(body) };
}

/**
 * Listeners. Events stay in the system's buffers, because reading them would cost the measuring side, not
 * the measured one.
 */
export async function openListeners(port: number, count: number) {
  const sockets: Socket[] = [];
  // They all hear the same.
  let heard = '';
  for (let at = 0; at < count; at += 1) {
    const isFirst = at === 0;
    const socket = connect({
      port,
      host: '127.0.0.1',
      onread: readInto((bytes) => {
        if (isFirst) heard += bytes.toString('latin1');
      }),
    });
    socket.write('GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    sockets.push(socket);
  }
  await untilToldAll();
  return {
    /** Reads what has been told since the last time. @returns how many events each has heard */
    async catchUp(): Promise<number> {
      heard = '';
      for (const socket of sockets) socket.resume();
      await untilToldAll();
      return heard.split('\nevent: ').length - 1;
    },
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
    },
  };

  async function untilToldAll(): Promise<void> {
    let known: number;
    do {
      known = total();
      await new Promise((resolve) => setTimeout(resolve, 200));
      // Heartbeats never end; what is told is a hundred bytes to each.
    } while (total() === 0 || total() - known > sockets.length);
    for (const socket of sockets) socket.pause();
  }

  function total(): number {
    return sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  }
}
