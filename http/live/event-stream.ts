import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { problem } from '../problem.ts';
import type { SiteEnv } from '../site-env.ts';
import { createHeartbeat } from './heartbeat.ts';

/** Milliseconds, jittered so that readers do not all reconnect at once after a restart. */
const RETRY_MS = { least: 2000, most: 5000 };

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  // A proxy that compresses, as HAProxy, would hold back the end of each event until the next.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** An event, encoded once for all readers. */
export interface Frame {
  plain: Buffer;
  /** The same as a chunk of the chunked transfer coding: RFC 9112, section 7.1. */
  chunk: Buffer;
}

export function frame(text: string): Frame {
  const plain = Buffer.from(text);
  const length = Buffer.from(`${plain.length.toString(16)}\r\n`);
  return { plain, chunk: Buffer.concat([length, plain, Buffer.from('\r\n')]) };
}

/** An event, not a comment, because a page does not see comments. Without a value, which is shorter, `data` is empty. */
export const HEARTBEAT = frame('event: beat\ndata\n\n');

interface EventStreamNeeds {
  /** Sent with the stream, which bypasses the middleware that adds them. */
  securityHeaders: Record<string, string>;
  /** From 0 up to 1. */
  random: () => number;
}

/**
 * Answers with a stream of server-sent events, which has a heartbeat until it is closed. Written straight
 * to the socket: a web stream for each reader would take several times the memory.
 * @param begin is given the stream once it is open, to `say` something there; returns what to call when
 * the stream is closed
 * @param lastId the current event id, for a reader who sent none
 */
export type OpenEventStream = (
  c: Context<SiteEnv>,
  begin: (outgoing: ServerResponse) => () => void,
  lastId?: number,
) => Response;

/** Opens the streams of a site, which share one heartbeat timer. */
export function eventStreams({ securityHeaders, random }: EventStreamNeeds): OpenEventStream {
  const headers = { ...securityHeaders, ...STREAM_HEADERS };
  const join = createHeartbeat((outgoing: ServerResponse) => say(outgoing, HEARTBEAT), random);
  return (c, begin, lastId) => {
    if (c.req.raw.method === 'HEAD') return c.body(null, 200, STREAM_HEADERS);
    const { outgoing } = c.env;
    const { socket } = outgoing;
    // Without a socket, the response is queued behind another: one connection could pipeline thousands of streams.
    if (!socket) return problem('stream-not-alone', { headers: { Connection: 'close' } });
    const retry = Math.round(RETRY_MS.least + random() * (RETRY_MS.most - RETRY_MS.least));
    socket.cork();
    outgoing.writeHead(200, headers);
    // Flushed at once, or Node would keep the header strings while the stream is open: 1.7 kB.
    outgoing.flushHeaders();
    say(outgoing, frame(`retry: ${retry}\n${lastId === undefined ? '' : `id: ${lastId}\n`}\n`));
    socket.uncork();
    onceClosed(outgoing, join(outgoing));
    onceClosed(outgoing, begin(outgoing));
    return RESPONSE_ALREADY_SENT;
  };
}

/**
 * Writes to a stream, unless it has been ended. In one write: `outgoing.write` would write a chunk's
 * length, data and end one by one, which takes half as long again.
 */
export function say(outgoing: ServerResponse, { plain, chunk }: Frame): void {
  if (!outgoing.writableEnded) outgoing.socket?.write(outgoing.chunkedEncoding ? chunk : plain);
}

/** Runs a cleanup when a stream is closed, also when it is closed already. */
function onceClosed(outgoing: ServerResponse, clean: () => void): void {
  if (outgoing.destroyed) clean();
  else outgoing.once('close', clean);
}
