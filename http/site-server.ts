import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastPath } from './cache/fast-path.ts';
import type { RequestLog } from './log/request-log.ts';
import { answerBrokenRequests } from './security/broken-requests.ts';

export const SERVER_OPTIONS = {
  // Milliseconds, against clients that hold connections by sending slowly (slowloris).
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 10_000,
  /** How often Node checks the first two timeouts: the most that they can be exceeded by. */
  connectionsCheckingInterval: 2000,
  /** Requests without a Host are refused by broken-requests.ts, with our headers, not by Node. */
  requireHostHeader: false,
};

/**
 * Browsers send 30 at most. A live stream keeps those of its request in memory for as long as it is open, and each
 * small one takes 90 bytes.
 */
const MAX_HEADERS = 100;
/** Milliseconds that requests are given to finish when the site stops. */
const DRAIN_MS = 8000;
/**
 * Milliseconds that a proxy of ours is given to close its idle connections itself, longer than those in
 * docs/deploying/ keep any: it may be sending a request on one, and one that sends a letter it must not repeat.
 */
const PROXY_IDLE_MS = 6000;
const IDLE_CHECK_MS = 50;

interface SiteServerNeeds {
  fastPath: FastPath;
  securityHeaders: Record<string, string>;
  requestLog: RequestLog | null;
  /** Whether connections come from a web server of ours in front, which keeps them for others. */
  behindProxy: boolean;
  /** The site, once it has been put together: requests that come before wait for it. */
  app: Promise<RequestListener>;
}

/** A server that answers each request by the fast path or by the app, and logs it. */
export function createSiteServer(needs: SiteServerNeeds) {
  const { fastPath, securityHeaders, requestLog, behindProxy, app } = needs;
  const server = createServer(SERVER_OPTIONS);
  server.maxHeadersCount = MAX_HEADERS;
  let answeredFast = 0;
  const unfinished = new Set<ServerResponse>();
  const countUnanswered = answerBrokenRequests(server, securityHeaders, (status, bytes) =>
    requestLog?.tellBroken(status, bytes),
  );
  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming;
    // Requests are still parsed after their connection was ended or destroyed.
    if (!socket.writable) return;
    // Once the site stops, each connection ends with its next response: connections of a busy reverse proxy
    // are never idle, and would be cut off in the middle of a response.
    if (!server.listening) outgoing.shouldKeepAlive = false;
    const sent = fastPath.answer(incoming, outgoing);
    if (sent > 0) answeredFast += 1;
    // Answered, and all of it is with the kernel: nothing is left to wait for.
    if (sent > 0 && socket.writableLength === 0) {
      requestLog?.tellSent(incoming, outgoing, sent);
      return;
    }
    unfinished.add(outgoing);
    outgoing.once('close', () => unfinished.delete(outgoing));
    requestLog?.watch(incoming, outgoing, sent);
    countUnanswered(incoming, outgoing);
    // A connection that pipelines too many requests is destroyed by then.
    if (sent === 0 && !socket.destroyed) void app.then((answer) => answer(incoming, outgoing));
  });

  return {
    server,
    /** How many requests the fast path has answered. */
    answeredFast: () => answeredFast,

    /** Stops accepting connections, and resolves once all responses are sent, or were given up. */
    async drain(): Promise<void> {
      const closed = once(server, 'close');
      // Only stops listening. `http.Server.close` would also close idle connections, among which it
      // counts those whose response is not flushed yet: they are closed below, once all are sent.
      NetServer.prototype.close.call(server);
      for (const outgoing of unfinished) {
        if (!outgoing.headersSent) outgoing.shouldKeepAlive = false;
      }
      const closeFrom = performance.now() + (behindProxy ? PROXY_IDLE_MS : 0);
      const idle = setInterval(() => {
        if (unfinished.size > 0 || performance.now() < closeFrom) return;
        server.closeIdleConnections();
      }, IDLE_CHECK_MS);
      const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
      // Responses that were cut off close in the turn after the server did, and are logged then.
      await nextTurn();
      await nextTurn();
    },
  };
}
