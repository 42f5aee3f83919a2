import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { Hub, LiveEvent } from '../live/hub.ts';
import { methodUnknown } from './problem.ts';
import type { SiteEnv } from './site-env.ts';

const HEARTBEAT_INTERVAL = 15_000;
const HEARTBEAT = Buffer.from(':\n\n');
/** A reader who has fallen this many bytes behind is cut off; it comes back and resumes. */
const MOST_BEHIND = 64 * 1024;
/** Milliseconds. Spread out, so that a restart does not bring all readers back at once. */
const RETRY = { least: 2000, most: 5000 };

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

export interface LiveStreamNeeds {
  hub: Hub;
  /** Sent with the stream, which does not pass where other answers get them. */
  securityHeaders: Record<string, string>;
  /** From 0 up to 1. */
  random: () => number;
}

/** Tells readers of changes as they happen: server-sent events, resumed by their number. */
export function liveStreamRoutes({ hub, securityHeaders, random }: LiveStreamNeeds): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();
  const headers = { ...securityHeaders, ...STREAM_HEADERS };
  const encode = encoder();

  routes.get('/api/live', (c) => {
    if (c.req.raw.method === 'HEAD') return c.body(null, 200, STREAM_HEADERS);
    const after = readSeq(c.req.header('Last-Event-ID') ?? c.req.query('after'));
    const { outgoing } = c.env;
    // Written straight to the socket: a web stream for each reader would weigh several times more.
    outgoing.writeHead(200, headers);
    const retry = Math.round(RETRY.least + random() * (RETRY.most - RETRY.least));
    outgoing.write(`retry: ${retry}\n${after === null ? `id: ${hub.seq}\n` : ''}\n`);

    // What a returning reader missed may be much at once; that is not falling behind.
    let allowance = Number.POSITIVE_INFINITY;
    const unsubscribe = hub.subscribe(after, {
      tell(event) {
        outgoing.write(encode(event));
        if (outgoing.writableLength > allowance) outgoing.destroy();
      },
      end: () => outgoing.end(),
    });
    allowance = MOST_BEHIND + outgoing.writableLength;
    const heartbeat = setInterval(() => outgoing.write(HEARTBEAT), HEARTBEAT_INTERVAL);
    onceClosed(outgoing, () => {
      clearInterval(heartbeat);
      unsubscribe();
    });
    return RESPONSE_ALREADY_SENT;
  });

  routes.all('/api/live', methodUnknown('GET, HEAD'));
  return routes;
}

function onceClosed(outgoing: ServerResponse, clean: () => void): void {
  if (outgoing.destroyed) clean();
  else outgoing.once('close', clean);
}

/** The last change that a reader knows of; null when it names none, -1 (no change) when it is unreadable. */
function readSeq(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

/** Each event is turned into bytes once, however many are told of it. */
function encoder(): (event: LiveEvent) => Uint8Array {
  const encoded = new WeakMap<LiveEvent, Uint8Array>();
  return (event) => {
    const known = encoded.get(event);
    if (known) return known;
    const bytes = Buffer.from(
      `id: ${event.seq}\nevent: ${event.kind}\ndata: ${JSON.stringify(dataOf(event))}\n\n`,
    );
    encoded.set(event, bytes);
    return bytes;
  };
}

function dataOf(event: LiveEvent): object {
  if (event.kind === 'reset') return {};
  if (event.kind === 'withdrawn') return { id: event.id };
  const { id, title, date, position } = event.letter;
  return { id, title, date, position };
}
