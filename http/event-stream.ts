import type { ServerResponse } from 'node:http';
import { problem } from './problem.ts';

const HEARTBEAT_INTERVAL = 15_000;
const HEARTBEAT = Buffer.from(':\n\n');
/** Milliseconds. Spread out, so that a restart does not bring all readers back at once. */
const RETRY = { least: 2000, most: 5000 };

export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

export interface EventStreamNeeds {
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
export function openEventStream(
  outgoing: ServerResponse,
  { securityHeaders, random }: EventStreamNeeds,
  lastId: number | null = null,
): Response | null {
  // Behind an answer that is under way it would wait, and one connection could open thousands.
  if (!outgoing.socket) return problem('stream-not-alone', { headers: { Connection: 'close' } });
  outgoing.writeHead(200, { ...securityHeaders, ...STREAM_HEADERS });
  const retry = Math.round(RETRY.least + random() * (RETRY.most - RETRY.least));
  outgoing.write(`retry: ${retry}\n${lastId === null ? '' : `id: ${lastId}\n`}\n`);
  const heartbeat = setInterval(() => {
    // It may have been ended, and wait for a reader who does not read.
    if (!outgoing.writableEnded) outgoing.write(HEARTBEAT);
  }, HEARTBEAT_INTERVAL);
  onceClosed(outgoing, () => clearInterval(heartbeat));
  return null;
}

/** Cleans up after a stream, whoever ended it, even if that was before now. */
export function onceClosed(outgoing: ServerResponse, clean: () => void): void {
  if (outgoing.destroyed) clean();
  else outgoing.once('close', clean);
}
