import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readInto } from './read-into.ts';

const CALL = 'GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
/** How many come at a time. */
const AT_ONCE = 50;

/** Readers of the live stream on bare sockets. */
export interface StreamReaders extends Disposable {
  /**
   * Sends a change and waits until all have heard of it.
   * @param title by which they know it
   * @returns by `performance.now()`, when each of them had it
   */
  hear(title: string, send: () => Promise<unknown>): Promise<number[]>;
  /**
   * From now on events stay in the system's buffers, because reading them would cost the measuring side,
   * not the measured one.
   */
  pause(): void;
}

export async function openStreamReaders(port: number, count: number): Promise<StreamReaders> {
  const sockets: Socket[] = [];
  let expected = Buffer.from('nothing yet');
  let arrivals: number[] = [];
  let all = Promise.withResolvers<void>();
  const onread = readInto((bytes) => {
    if (!bytes.includes(expected)) return;
    arrivals.push(performance.now());
    if (arrivals.length === count) all.resolve();
  });
  const open = async () => {
    const socket = connect({ port, host: '127.0.0.1', onread });
    socket.write(CALL);
    while (socket.bytesRead === 0) await nextTurn();
    sockets.push(socket);
  };
  while (sockets.length < count) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, open));
  }
  return {
    async hear(title, send) {
      expected = Buffer.from(`"title":"${title}"`);
      arrivals = [];
      all = Promise.withResolvers();
      await send();
      await all.promise;
      return arrivals;
    },
    pause() {
      for (const socket of sockets) socket.pause();
    },
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
