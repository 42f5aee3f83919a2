import type { ServerResponse } from 'node:http';
import { problem } from '../problem.ts';
import { createHeartbeat } from './heartbeat.ts';

/** Milliseconds. Spread out, so that a restart does not bring all readers back at once. */
const RETRY = { least: 2000, most: 5000 };

export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'X-Accel-Buffering': 'no',
};

/** What is said to many readers, made into bytes once. */
export interface Frame {
  plain: Buffer;
  /** The same as a chunk of an answer whose length nobody knows: RFC 9112, section 7.1. */
  chunk: Buffer;
}

export function frame(text: string): Frame {
  const plain = Buffer.from(text);
  const length = Buffer.from(`${plain.length.toString(16)}\r\n`);
  return { plain, chunk: Buffer.concat([length, plain, Buffer.from('\r\n')]) };
}

const HEARTBEAT = frame(':\n\n');

interface EventStreamNeeds {
  /** Sent with the stream, which does not pass where other answers get them. */
  securityHeaders: Record<string, string>;
  /** From 0 up to 1. */
  random: () => number;
}

/**
 * Begins a stream of server-sent events, which a heartbeat keeps open until it is closed. Written
 * straight to the socket: a web stream for each reader would weigh several times more.
 * @param lastId where the stream stands, for a reader who does not know
 * @returns null once it has begun, or why it has not
 */
export type OpenEventStream = (outgoing: ServerResponse, lastId?: number) => Response | null;

/** All streams of a site, which share a heart. */
export function eventStreams({ securityHeaders, random }: EventStreamNeeds): OpenEventStream {
  const headers = { ...securityHeaders, ...STREAM_HEADERS };
  const join = createHeartbeat((outgoing: ServerResponse) => say(outgoing, HEARTBEAT), random);
  return (outgoing, lastId) => {
    const { socket } = outgoing;
    // Behind an answer that is under way it would wait, and one connection could open thousands.
    if (!socket) return problem('stream-not-alone', { headers: { Connection: 'close' } });
    const retry = Math.round(RETRY.least + random() * (RETRY.most - RETRY.least));
    socket.cork();
    outgoing.writeHead(200, headers);
    // On their own, or Node would keep their fifty pieces for as long as the stream is open: 1.7 kB.
    outgoing.flushHeaders();
    say(outgoing, frame(`retry: ${retry}\n${lastId === undefined ? '' : `id: ${lastId}\n`}\n`));
    socket.uncork();
    onceClosed(outgoing, join(outgoing));
    return null;
  };
}

/**
 * Says something on a stream, unless that has been ended. In one piece: the answer would hand the
 * socket a chunk's length, its words and its end each on its own, which takes half as long again.
 */
export function say(outgoing: ServerResponse, { plain, chunk }: Frame): void {
  if (!outgoing.writableEnded) outgoing.socket?.write(outgoing.chunkedEncoding ? chunk : plain);
}

/** Cleans up after a stream, whoever ended it, even if that was before now. */
export function onceClosed(outgoing: ServerResponse, clean: () => void): void {
  if (outgoing.destroyed) clean();
  else outgoing.once('close', clean);
}
