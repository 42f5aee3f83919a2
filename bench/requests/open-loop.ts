import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { quantile } from '../../test/quantile.ts';

/**
 * A child process that sends requests at a fixed rate, whether or not earlier ones have been answered, and
 * times each from when it was due: a server that stalls is charged with everything that had to wait for it.
 * It has a core of its own and never sleeps, so that it does not delay itself.
 *
 * Its parent tells it what to request, and is told the measurements.
 */

export interface Task {
  port: number;
  /** Sent over and over. All answers must have the same Content-Length. */
  request: string;
  connections: number;
  /** Requests a second. */
  rate: number;
  seconds: number;
}

/** Milliseconds. */
export interface Found {
  /** From when a request was due until its answer was there whole. */
  p50: number;
  p99: number;
  /** From when it was due until it was sent: the delay of this process, and of busy connections. */
  sent99: number;
}

/** Seconds at the beginning that are not counted. */
const SETTLING = 0.2;

process.once('message', async (task: Task) => {
  const found = await ask(task);
  process.send?.(found, () => process.exit());
});

async function ask({ port, request, connections, rate, seconds }: Task): Promise<Found> {
  const wire = Buffer.from(request, 'latin1');
  const idle = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const length = await lengthOfAnswer(idle[0] as Socket, wire);
  const latencies: number[] = [];
  const delays: number[] = [];
  const due = new WeakMap<Socket, number>();
  for (const socket of idle) {
    let received = 0;
    socket.on('data', (bytes) => {
      received += bytes.length;
      if (received < length) return;
      received = 0;
      latencies.push(performance.now() - (due.get(socket) ?? 0));
      idle.push(socket);
    });
  }
  const began = performance.now();
  const count = Math.round(rate * (seconds + SETTLING));
  for (let sent = 0; sent < count || idle.length < connections; ) {
    const now = performance.now();
    for (; sent < count && idle.length > 0; sent += 1) {
      const at = began + (sent * 1000) / rate;
      if (at > now) break;
      const socket = idle.shift() as Socket;
      due.set(socket, at);
      delays.push(now - at);
      socket.write(wire);
    }
    await new Promise(setImmediate);
  }
  const settled = Math.round(rate * SETTLING);
  const counted = latencies.slice(settled);
  return {
    p50: quantile(counted, 0.5),
    p99: quantile(counted, 0.99),
    sent99: quantile(delays.slice(settled), 0.99),
  };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** In bytes, head and all. */
async function lengthOfAnswer(socket: Socket, wire: Buffer): Promise<number> {
  socket.write(wire);
  let answer = '';
  for (;;) {
    const [bytes] = await once(socket, 'data');
    answer += bytes.toString('latin1');
    const head = answer.indexOf('\r\n\r\n') + 4;
    const length = head + Number(/\r\ncontent-length: (\d+)/.exec(answer)?.[1] ?? 0);
    if (head >= 4 && answer.length >= length) return length;
  }
}
