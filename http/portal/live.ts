import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { SessionWatch } from '../../access/session-watch.ts';
import type { Sessions } from '../../access/sessions.ts';
import {
  frame,
  type OpenEventStream,
  onceClosed,
  STREAM_HEADERS,
  say,
} from '../live/event-stream.ts';
import { methodNotAllowed } from '../problem.ts';
import type { Cookie } from '../security/cookie.ts';
import type { SiteEnv } from '../site-env.ts';
import { sessionRequired } from './session-required.ts';

const LOCKED = frame('event: locked\ndata: {}\n\n');

interface PortalLiveNeeds {
  openStream: OpenEventStream;
  sessions: Sessions;
  sessionWatch: SessionWatch;
  cookie: Cookie;
}

/**
 * Tells the open portal when its session ends. It brings its own guard: a stream that is watched,
 * or opened again, must not keep the session open.
 */
export function portalLiveRoutes({
  openStream,
  sessions,
  sessionWatch,
  cookie,
}: PortalLiveNeeds): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();
  const isOpen = async (token: string) => (await sessions.state(token)) === 'open';
  routes.use('/api/portal/live', sessionRequired(isOpen, cookie));

  routes.get('/api/portal/live', (c) => {
    if (c.req.raw.method === 'HEAD') return c.body(null, 200, STREAM_HEADERS);
    const { outgoing } = c.env;
    const refused = openStream(outgoing);
    if (refused) return refused;
    const unwatch = sessionWatch.watch(cookie.read(c) ?? '', (end) => {
      // A browser that was given another session comes back with it, as after a restart.
      if (end === 'closed') say(outgoing, LOCKED);
      outgoing.end();
    });
    onceClosed(outgoing, unwatch);
    return RESPONSE_ALREADY_SENT;
  });

  routes.all('/api/portal/live', methodNotAllowed('GET, HEAD'));
  return routes;
}
