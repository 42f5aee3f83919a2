import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Store } from '#core/store.ts';
import { waxLetter } from '#core/wax-letter.ts';
import { createCredentials, type Passwords } from './access/credentials.ts';
import { ensureCredentials } from './access/ensure-credentials.ts';
import { createKnownDevices } from './access/known-devices.ts';
import { createLogin } from './access/login.ts';
import { createSessionWatch } from './access/session-watch.ts';
import { createSessions } from './access/sessions.ts';
import { createThrottle } from './access/throttle.ts';
import { createCardRenderer } from './card/card-renderer.ts';
import type { Config } from './config.ts';
import { createFastPath, type FastPath } from './http/cache/fast-path.ts';
import { listen } from './http/listen.ts';
import { createRequestLog, type RequestLog } from './http/log/request-log.ts';
import type { Pages } from './http/pages/load-pages.ts';
import { problem } from './http/problem.ts';
import { answerBrokenRequests } from './http/security/broken-requests.ts';
import { toOwnHost } from './http/security/host-header.ts';
import { securityHeaders } from './http/security/security-headers.ts';
import { SERVER_OPTIONS } from './http/server-options.ts';
import { createSiteApp } from './http/site-app.ts';
import type { Log } from './http/site-env.ts';
import { createHub } from './live/hub.ts';

/** Milliseconds that requests are given to finish when the site stops. */
const DRAIN = 8000;
const IDLE_CHECK = 50;
/** The default SITE_URL, without its port. */
const LOCAL = 'http://localhost';

interface SiteNeeds extends Pages {
  config: Config;
  store: Store;
  /** Where the build left the files of the pages. */
  clientDirectory: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A cryptographically secure source. */
  randomBytes: (count: number) => Uint8Array;
  log: Log;
  /** Called with the lines of the request log, several at once; null: requests are not logged. */
  requestLog: ((lines: string) => void) | null;
  /** Milliseconds that a card may take, and is waited for, at most, if not as long as usual. */
  cardPatience?: number;
}

export interface RunningSite {
  /** The site's origin. */
  url: string;
  port: number;
  /**
   * The passwords that were made at the first start, to be shown this once. Waits until the store
   * can be reached.
   */
  madePasswords: Promise<Partial<Passwords> | null>;
  /** How many requests the fast path has answered. */
  answeredFast(): number;
  /** Renders the home page until the code for it is compiled. Takes seconds; to be called when the site is idle. */
  warmUp(): Promise<void>;
  /** Graceful shutdown: stops accepting, ends the streams, and lets requests finish. Leaves the store open. */
  stop(): Promise<void>;
}

/**
 * Puts the site together around a store and listens.
 * @throws OwnerFacingError when it cannot listen
 */
export async function startSite(needs: SiteNeeds): Promise<RunningSite> {
  const { config, store, now, randomBytes, log, requestLog } = needs;
  const ready = Promise.withResolvers<RequestListener>();
  const server = createServer(SERVER_OPTIONS);
  const headers = securityHeaders({ ...config, siteUrl: config.siteUrl ?? LOCAL });
  const fastPath = createFastPath({ ...SERVER_OPTIONS, securityHeaders: headers, now });
  const requests = requestLog && createRequestLog({ write: requestLog, now });
  // Also when an uncaught error ends the process.
  const writeTheRest = () => requests?.flush();
  process.once('exit', writeTheRest);
  const receiving = receive(server, { fastPath, headers, requests, ready: ready.promise });
  // Before anything is written: a second start by mistake fails here, and changes nothing.
  await listen(server, config);
  const { port } = server.address() as AddressInfo;
  try {
    const { records } = store;
    const credentials = createCredentials(records, randomBytes);
    const sessions = createSessions({ records, now, randomBytes });
    const sessionWatch = createSessionWatch({ sessions, log });
    const devices = createKnownDevices({ records, now, randomBytes });
    const throttle = createThrottle(records, now);
    const hub = await createHub(store.letters);
    const cardRenderer = createCardRenderer(
      needs.cardPatience === undefined ? {} : { patience: needs.cardPatience },
    );
    const settings = {
      ...config,
      siteUrl: config.siteUrl ?? localUrl(port),
      seal: config.sealLetter === null ? null : waxLetter(config.sealLetter),
    };
    const app = createSiteApp({
      ...needs,
      settings,
      hub,
      cardRenderer,
      fastPath,
      login: createLogin({ credentials, sessions, devices, throttle, pause }),
      sessions,
      sessionWatch,
    });
    const stopping = new AbortController();
    const madePasswords = ensureCredentials(credentials, config, randomBytes, {
      random: Math.random,
      signal: stopping.signal,
    });
    // Not an unhandled rejection where nobody awaits it.
    madePasswords.catch(() => {});
    const answer = getRequestListener(app.fetch, { errorHandler: refusal(headers) });
    const { host } = new URL(settings.siteUrl);
    ready.resolve((incoming, outgoing) => {
      toOwnHost(incoming, host);
      return answer(incoming, outgoing);
    });
    return {
      url: settings.siteUrl,
      port,
      madePasswords,
      answeredFast: receiving.answeredFast,
      warmUp: async () => {
        if (!stopping.signal.aborted) await app.warmUp(stopping.signal);
      },
      async stop() {
        stopping.abort();
        const stopped = drain(server, receiving.unfinished);
        hub.close();
        sessionWatch.close();
        // Requests that wait for a card get the neutral one.
        await Promise.all([stopped, cardRenderer.close(), hub.published()]);
        writeTheRest();
        process.off('exit', writeTheRest);
      },
    };
  } catch (error) {
    process.off('exit', writeTheRest);
    server.close();
    server.closeAllConnections();
    throw error;
  }
}

/** As a browser writes it, which leaves out the port that it would take anyway. */
export function localUrl(port: number): string {
  return new URL(`${LOCAL}:${port}`).origin;
}

/** Answers requests that @hono/node-server cannot turn into a `Request`. */
function refusal(headers: Record<string, string>): (error: unknown) => Response {
  return (error) => {
    if (error instanceof RequestError) return problem('request-unreadable', { headers });
    throw error;
  };
}

interface Reception {
  fastPath: FastPath;
  /** The security headers. */
  headers: Record<string, string>;
  requests: RequestLog | null;
  /** The site, once it has been put together. */
  ready: Promise<RequestListener>;
}

/** Answers each request by the fast path or by the app, and logs it. */
function receive(server: Server, { fastPath, headers, requests, ready }: Reception) {
  let answeredFast = 0;
  let unfinished = 0;
  const finish = () => {
    unfinished -= 1;
  };
  const tellBroken = (status: number, bytes: number) => requests?.tellBroken(status, bytes);
  const watchForBroken = answerBrokenRequests(server, headers, tellBroken);
  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming;
    // Pipelined requests are still parsed after their connection was destroyed.
    if (socket.destroyed) return;
    // Once the site stops, each connection ends with its next response: those of a busy web server in
    // front are never idle, and would be cut off in the middle of one.
    if (!server.listening) outgoing.shouldKeepAlive = false;
    const sent = fastPath.answer(incoming, outgoing);
    if (sent > 0) answeredFast += 1;
    // Answered, and all of it is with the kernel: nothing is left to wait for.
    if (sent > 0 && socket.writableLength === 0) {
      requests?.tellSent(incoming, outgoing, sent);
      return;
    }
    unfinished += 1;
    outgoing.once('close', finish);
    requests?.watch(incoming, outgoing, sent);
    watchForBroken(incoming, outgoing);
    // Requests that come before the app is ready wait for it; one too many has ended its connection by now.
    if (sent === 0 && !socket.destroyed) void ready.then((answer) => answer(incoming, outgoing));
  });
  return {
    answeredFast: () => answeredFast,
    /** How many responses have not been sent completely. */
    unfinished: () => unfinished,
  };
}

async function drain(server: Server, unfinished: () => number): Promise<void> {
  const closed = once(server, 'close');
  // Only stops listening. `http.Server.close` would also close idle connections, among which it counts
  // those whose response is not flushed yet: they are closed below, once all responses are sent.
  NetServer.prototype.close.call(server);
  const idle = setInterval(() => {
    if (unfinished() === 0) server.closeIdleConnections();
  }, IDLE_CHECK);
  const late = setTimeout(() => server.closeAllConnections(), DRAIN);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
  // Responses that were cut off close in the turn after the server did, and are logged then.
  await nextTurn();
  await nextTurn();
}
