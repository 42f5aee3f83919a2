import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';

/** Up to this many bytes a body lies ready with its head, which takes as much memory again. */
const READY_WITH_HEAD = 32 * 1024;

/** An answer that is the same for all who ask, but for its date. */
export interface ReadyAnswer {
  /** @returns how many bytes the whole answer has on its connection */
  send(incoming: IncomingMessage, outgoing: ServerResponse): number;
}

export interface ReadyAnswerNeeds {
  /** Milliseconds for which the server keeps a connection that is idle. */
  keepAliveTimeout: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Makes an answer ready as it stands on a connection, head and all, once a second because of its date,
 * so that to send it is one write of bytes that are there. Node would put the head together anew, line
 * by line, and copy it and the body into one piece, each time: 8 µs of 24. What is in it is what Node
 * says, in its order; a connection that does not stay open after it, and a large body, are left to Node.
 * @param headers names and values in turn
 */
export function makeReady(
  status: number,
  headers: string[],
  body: Uint8Array | null,
  { keepAliveTimeout, now }: ReadyAnswerNeeds,
): ReadyAnswer {
  const isSmall = body === null || body.byteLength <= READY_WITH_HEAD;
  const timeout = Math.floor(keepAliveTimeout / 1000);
  let second = Number.NaN;
  let bytes: Uint8Array = new Uint8Array();

  function ready(): Uint8Array {
    const time = now();
    const current = Math.floor(time / 1000);
    if (current === second) return bytes;
    second = current;
    const lines = headers.map((part, at) => (at % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join('');
    const head = Buffer.from(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Date: ${new Date(time).toUTCString()}\r\n` +
        `Connection: keep-alive\r\nKeep-Alive: timeout=${timeout}\r\n\r\n`,
      'latin1',
    );
    // Not the old ones with another date: they may still be on their way to a slow reader.
    bytes = body === null ? head : Buffer.concat([head, body]);
    return bytes;
  }

  return {
    send(incoming, outgoing) {
      const { socket } = incoming;
      if (!isSmall || !isOpenAfter(incoming, outgoing)) {
        const before = socket.bytesWritten;
        outgoing.writeHead(status, headers).end(body);
        return socket.bytesWritten - before;
      }
      const whole = ready();
      outgoing.statusCode = status;
      socket.write(whole, (error) => {
        // Node turns to what comes next on a connection once it hears that an answer has been sent.
        if (!error) outgoing.emit('finish');
      });
      return whole.byteLength;
    },
  };
}

/** Whether its connection takes an answer now, and the next one after it. */
function isOpenAfter(
  { httpVersionMajor, httpVersionMinor }: IncomingMessage,
  outgoing: ServerResponse,
) {
  const { shouldKeepAlive, socket } = outgoing;
  return shouldKeepAlive && httpVersionMajor === 1 && httpVersionMinor === 1 && socket?.writable;
}
