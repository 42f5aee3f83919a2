import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { Hub, LiveEvent } from '../live/hub.ts';
import {
  type EventStreamNeeds,
  onceClosed,
  openEventStream,
  STREAM_HEADERS,
} from './event-stream.ts';
import { methodUnknown } from './problem.ts';
import type { SiteEnv } from './site-env.ts';

/** A reader who has fallen this many bytes behind is cut off; it comes back and resumes. */
const MOST_BEHIND = 64 * 1024;

export interface LiveStreamNeeds extends EventStreamNeeds {
  hub: Hub;
}

/** Tells readers of changes as they happen: server-sent events, resumed by their number. */
export function liveStreamRoutes(needs: LiveStreamNeeds): Hono<SiteEnv> {
  const { hub } = needs;
  const routes = new Hono<SiteEnv>();
  const encode = encoder();

  routes.get('/api/live', (c) => {
    if (c.req.raw.method === 'HEAD') return c.body(null, 200, STREAM_HEADERS);
    const after = readSeq(c.req.header('Last-Event-ID') ?? c.req.query('after'));
    const { outgoing } = c.env;
    const refused = openEventStream(outgoing, needs, after === null ? hub.seq : null);
    if (refused) return refused;

    const backlog: Uint8Array[] = [];
    let tell = (event: LiveEvent) => {
      backlog.push(encode(event));
    };
    const unsubscribe = hub.subscribe(after, {
      tell: (event) => tell(event),
      end: () => outgoing.end(),
    });
    const missed = Buffer.concat(backlog);
    // Much at once is sooner read from the list, and who does not read is given little to hold.
    if (missed.length > MOST_BEHIND) outgoing.write(encode({ kind: 'reset', seq: hub.seq }));
    else if (missed.length > 0) outgoing.write(missed);
    const cutOffWhoIsBehind = () => {
      if (outgoing.writableLength > MOST_BEHIND) outgoing.destroy();
    };
    tell = (event) => {
      outgoing.write(encode(event));
      // Several are told at once, and go out together when this moment is over.
      if (outgoing.writableLength > MOST_BEHIND) setImmediate(cutOffWhoIsBehind);
    };
    onceClosed(outgoing, unsubscribe);
    return RESPONSE_ALREADY_SENT;
  });

  routes.all('/api/live', methodUnknown('GET, HEAD'));
  return routes;
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
