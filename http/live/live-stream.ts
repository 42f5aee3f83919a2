import type { ServerResponse } from 'node:http';
import { Hono } from 'hono';
import type { LiveEvent } from '../../live/broadcast.ts';
import type { Hub } from '../../live/hub.ts';
import { methodNotAllowed } from '../problem.ts';
import type { SiteEnv } from '../site-env.ts';
import { type Frame, frame, type OpenEventStream, say } from './event-stream.ts';

/** A stream with this many bytes unsent is cut off; the browser reconnects and resumes. */
const MAX_BEHIND = 64 * 1024;
/** A number that no change has: to a reader who names it, the hub says `reset`. */
const NO_CHANGE = -1;

interface LiveStreamNeeds {
  hub: Hub;
  openStream: OpenEventStream;
}

/** Tells readers of changes by server-sent events, resumed by `Last-Event-ID`. */
export function liveStreamRoutes({ hub, openStream }: LiveStreamNeeds): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();
  /** Each event is encoded once for all readers. */
  const frames = new WeakMap<LiveEvent, Frame>();
  const encode = (event: LiveEvent) => frames.getOrInsertComputed(event, frameOf);

  routes.get('/api/live', (c) => {
    const after = readSeq(c.req.header('Last-Event-ID') ?? c.req.query('after'));
    const subscribe = (outgoing: ServerResponse) =>
      hub.subscribe(after, {
        tell(events) {
          const encoded = events.map(encode);
          const bytes = encoded.reduce((sum, { plain }) => sum + plain.length, 0);
          // A long backlog is quicker read as a list, and a client that does not read should hold little memory.
          sayAll(outgoing, bytes > MAX_BEHIND ? [encode(resetFor(events))] : encoded);
          // Checked after this turn of the event loop, when the socket may have taken what is unsent.
          if (outgoing.writableLength > MAX_BEHIND) setImmediate(cutOffWhoIsBehind, outgoing);
        },
        end: () => outgoing.end(),
      });
    return openStream(c, subscribe, after === null ? hub.seq : undefined);
  });

  routes.all('/api/live', methodNotAllowed('GET, HEAD'));
  return routes;
}

/** The `reset` that is sent instead of these events. */
const resetFor = (events: LiveEvent[]): LiveEvent => ({
  kind: 'reset',
  seq: Math.max(...events.map(({ seq }) => seq)),
});

/** Corked, so that all frames go out in one write. */
function sayAll(outgoing: ServerResponse, frames: Frame[]): void {
  outgoing.socket?.cork();
  for (const one of frames) say(outgoing, one);
  outgoing.socket?.uncork();
}

function cutOffWhoIsBehind(outgoing: ServerResponse): void {
  if (outgoing.writableLength > MAX_BEHIND) outgoing.destroy();
}

/** The last change that a reader knows of; null when it names none. */
function readSeq(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : NO_CHANGE;
}

function frameOf(event: LiveEvent): Frame {
  const data = JSON.stringify(dataOf(event));
  return frame(`id: ${event.seq}\nevent: ${event.kind}\ndata: ${data}\n\n`);
}

function dataOf(event: LiveEvent): object {
  if (event.kind === 'reset') return {};
  if (event.kind === 'withdrawn') return { id: event.id };
  return event.letter;
}
