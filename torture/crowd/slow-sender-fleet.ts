import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../test/seeded-random.ts';

/**
 * A child process that sends very slowly. It is told what to do, and asked how it went. Connections that
 * are cut off are opened again, until it is told to let go.
 */

export interface SlowOrders {
  port: number;
  origin: string;
  cookie: string;
  /** How many connections are held. */
  connections: number;
  /** Milliseconds between two bytes of those that do not stop. */
  pace: number;
  /** Seeds when connections that were cut off are opened again. */
  seed: number;
}

/** How long connections of one kind were held, in milliseconds. */
export interface HeldKind {
  kind: string;
  open: number;
  ended: number;
  longest: number;
  /** How many were answered before they were closed, by status. */
  answers: Record<string, number>;
}

interface Kind {
  /** Sent at once. */
  first: string;
  /** Then sent byte by byte, over and over; empty: nothing more is sent. */
  drip: string;
  held: HeldKind;
}

/** How many connections are opened at a time, and how many milliseconds apart: a thousand a second. */
const AT_ONCE = 50;
const APART_MS = 50;
/** The most milliseconds until a connection that was cut off is opened again. */
const BACK_MS = 2000;

let letGo = false;
const kinds: Kind[] = [];

process.on('message', (message: SlowOrders | 'let go' | 'report') => {
  if (message === 'let go') letGo = true;
  else if (message === 'report') process.send?.(kinds.map(({ held }) => held));
  else void begin(message);
});
process.once('disconnect', () => process.exit());

async function begin(orders: SlowOrders): Promise<void> {
  const { origin, cookie } = orders;
  const host = 'Host: localhost\r\n';
  const open = `${host}Origin: ${origin}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`;
  const put = `PUT /api/portal/letters/none HTTP/1.1\r\n${open}`;
  const post = `POST /api/session HTTP/1.1\r\n${open}`;
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n';
  kinds.push(
    kind('says nothing', '', ''),
    kind('stops in the headers', `GET / HTTP/1.1\r\n${host}`, ''),
    kind('headers byte by byte', `GET / HTTP/1.1\r\n${host}X: `, 'x'),
    kind('stops in the body', `${post}Content-Length: 1000\r\n\r\n{"password":`, ''),
    kind('body byte by byte', `${post}Content-Length: 1000\r\n\r\n{"password":`, ' '),
    kind('letter byte by byte', `${put}Content-Length: 100000\r\n\r\n{"title":`, ' '),
    kind('chunks byte by byte', `${put}${chunked}`, '1\r\n \r\n'),
  );
  const random = seededRandom(orders.seed);
  for (let count = 0; count < orders.connections; count += 1) {
    hold(orders, kinds[count % kinds.length] as Kind, random);
    if (count % AT_ONCE === AT_ONCE - 1) await sleep(APART_MS);
  }
  process.send?.('holding');
}

function kind(name: string, first: string, drip: string): Kind {
  return { first, drip, held: { kind: name, open: 0, ended: 0, longest: 0, answers: {} } };
}

function hold(orders: SlowOrders, slow: Kind, random: () => number): void {
  const socket = connect(orders.port, '127.0.0.1');
  const { held, first, drip } = slow;
  held.open += 1;
  let began = performance.now();
  let answer = '';
  let sent = 0;
  const timer =
    drip === ''
      ? undefined
      : setInterval(() => {
          socket.write(drip[sent % drip.length] ?? '');
          sent += 1;
        }, orders.pace);
  socket.once('connect', () => {
    began = performance.now();
    socket.write(first);
  });
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  socket.once('close', () => {
    clearInterval(timer);
    held.open -= 1;
    held.ended += 1;
    held.longest = Math.max(held.longest, performance.now() - began);
    const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'none';
    held.answers[status] = (held.answers[status] ?? 0) + 1;
    setTimeout(() => {
      if (!letGo) hold(orders, slow, random);
    }, random() * BACK_MS);
  });
}
