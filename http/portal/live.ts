import { Hono } from 'hono';
import type { SessionWatch } from '../../access/session-watch.ts';
import type { Sessions } from '../../access/sessions.ts';
import { frame, type OpenEventStream, say } from '../live/event-stream.ts';
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

  routes.get('/api/portal/live', (c) =>
    openStream(c, (outgoing) =>
      sessionWatch.watch(cookie.read(c) ?? '', (end) => {
        // Not when replaced or stopping: the browser reconnects, with its new session or to a new process.
        if (end === 'closed') say(outgoing, LOCKED);
        outgoing.end();
      }),
    ),
  );

  routes.all('/api/portal/live', methodNotAllowed('GET, HEAD'));
  return routes;
}
