import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection for raw bytes. */
export interface RawConnection {
  write(text: string): void;
  /** All that was heard so far, one character for each byte. */
  heard(): string;
  /** Resolves once this was heard; rejects when the connection ends before. */
  says(words: string): Promise<void>;
  /** Resolves once nothing more can come. */
  closed: Promise<void>;
  close(): void;
}

/** @param address like `http://localhost:3000` */
export async function openConnection(address: string): Promise<RawConnection> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1').setEncoding('latin1');
  await once(socket, 'connect');
  let heard = '';
  let ended = false;
  socket.on('data', (text) => {
    heard += text;
  });
  for (const end of ['end', 'close', 'error']) {
    socket.on(end, () => {
      ended = true;
    });
  }
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    write: (text) => socket.write(text, 'utf8'),
    heard: () => heard,
    async says(words) {
      while (!heard.includes(words)) {
        if (ended) throw new Error(`The connection ended. ${heard.slice(0, 200)}`);
        await new Promise((resolve) => {
          socket.once('data', resolve);
          socket.once('close', resolve);
        });
      }
    },
    closed,
    close: () => socket.destroy(),
  };
}
