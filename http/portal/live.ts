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
 * Tells the open portal when its session ends. Has a guard of its own, which does not extend the
 * session: a stream that reconnects must not keep it alive.
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
      // Not when replaced or stopping: the browser reconnects, with its new session or to a new process.
      if (end === 'closed') say(outgoing, LOCKED);
      outgoing.end();
    });
    onceClosed(outgoing, unwatch);
    return RESPONSE_ALREADY_SENT;
  });

  routes.all('/api/portal/live', methodNotAllowed('GET, HEAD'));
  return routes;
}
