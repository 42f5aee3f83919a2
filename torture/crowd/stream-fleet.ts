import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A child process that opens live streams and reads them, or never does. It is told what to do, and asked
 * how it went.
 */

export interface StreamOrders {
  port: number;
  streams: number;
  reads: boolean;
  /** How often each silent reader requests the card first, which it does not read either. */
  cards: number;
}

/** What those who read have seen so far. */
export interface Heard {
  events: number;
  /** How many events took so many milliseconds. */
  delays: number[];
  /** How many streams have ended. */
  ended: number;
}

/** What became of those who did not read, once they did. */
export interface CameBack {
  /** How many were cut off in the meantime. */
  cutOff: number;
  /** How many came back and were told of what they had missed, or to read everything again. */
  resumed: number;
}

const AT_ONCE = 50;
/** Milliseconds of silence after which nothing more is expected. */
const SILENCE_MS = 5000;
/** Longer delays count as this one. */
const LONGEST_MS = 60_000;
const HOST = 'Host: localhost\r\n';
const CARD = `GET /card.png HTTP/1.1\r\n${HOST}\r\n`;
const CALL = `GET /api/live HTTP/1.1\r\n${HOST}\r\n`;
/** A title begins with the moment when its letter was sent. */
const TITLE = /"title":"(\d{13}) /g;
const EVENT = /^id: (\d+)\nevent: (\w+)\ndata: .*\n\n/gm;

const heard: Heard = { events: 0, delays: Array<number>(LONGEST_MS + 1).fill(0), ended: 0 };
const sockets: Socket[] = [];
let port = 0;

process.on('message', async (message: StreamOrders | 'report' | 'come back') => {
  if (message === 'report') process.send?.(heard);
  else if (message === 'come back') process.send?.(await comeBack());
  else process.send?.(await open(message));
});
process.once('disconnect', () => process.exit());

async function open({ port: to, streams, reads, cards }: StreamOrders): Promise<string> {
  port = to;
  while (sockets.length < streams) {
    const missing = Math.min(AT_ONCE, streams - sockets.length);
    const opening = Array.from({ length: missing }, () => (reads ? reading() : silent(cards)));
    sockets.push(...(await Promise.all(opening)));
  }
  return 'open';
}

async function reading(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const { promise, resolve } = Promise.withResolvers<Socket>();
  let unread = '';
  socket.write(CALL);
  socket.on('data', (text: string) => {
    resolve(socket);
    unread += text;
    const end = unread.lastIndexOf('\n\n');
    for (const [, sentAt] of unread.slice(0, end).matchAll(TITLE)) {
      const delay = Math.min(LONGEST_MS, Math.max(0, Date.now() - Number(sentAt)));
      heard.events += 1;
      heard.delays[delay] = (heard.delays[delay] ?? 0) + 1;
    }
    unread = unread.slice(end < 0 ? 0 : end);
  });
  socket.on('error', () => {});
  socket.once('close', () => {
    heard.ended += 1;
  });
  return promise;
}

/** Opens a stream and never takes a byte of it. */
async function silent(cards: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  // With pauses: the site accepts no further request from a connection with too much unsent.
  for (const call of [...Array<string>(cards).fill(CARD), CALL]) {
    socket.write(call);
    await sleep(5);
  }
  return socket;
}

async function comeBack(): Promise<CameBack> {
  const back: CameBack = { cutOff: 0, resumed: 0 };
  for (let at = 0; at < sockets.length; at += AT_ONCE) {
    const comers = sockets.slice(at, at + AT_ONCE).map(async (socket) => {
      const last = await readToEnd(socket);
      if (last === null) return;
      back.cutOff += 1;
      if (await resumes(last)) back.resumed += 1;
    });
    await Promise.all(comers);
  }
  return back;
}

/** Reads what is left, and returns the number of the last event; null when the stream goes on. */
async function readToEnd(socket: Socket): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let tail = '';
  let last = '0';
  const silence = setTimeout(() => resolve(false), SILENCE_MS);
  socket.setEncoding('latin1').on('data', (text: string) => {
    silence.refresh();
    tail += text;
    last = [...tail.matchAll(EVENT)].at(-1)?.[1] ?? last;
    tail = tail.slice(-5000);
  });
  socket.once('close', () => resolve(true));
  if (socket.closed) resolve(true);
  socket.resume();
  const ended = await promise;
  clearTimeout(silence);
  socket.destroy();
  return ended ? last : null;
}

/** Whether a reader who resumes after an event is told of a later one, or to read everything again. */
async function resumes(last: string): Promise<boolean> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const silence = setTimeout(() => resolve(false), SILENCE_MS);
  let text = '';
  socket.on('data', (more: string) => {
    text += more;
    const [, id, kind] = [...text.matchAll(EVENT)].at(-1) ?? [];
    if (id !== undefined) resolve(kind === 'reset' || Number(id) > Number(last));
  });
  socket.on('error', () => {});
  socket.once('close', () => resolve(false));
  socket.write(`GET /api/live HTTP/1.1\r\n${HOST}Last-Event-ID: ${last}\r\n\r\n`);
  const resumed = await promise;
  clearTimeout(silence);
  socket.destroy();
  return resumed;
}
