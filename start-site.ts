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
/** Where the site is when nobody says where, but for the port. */
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
  /** Is given a line for every request, several at once; null: requests are not written down. */
  requestLog: ((lines: string) => void) | null;
  /** Milliseconds that a card is waited for at most, if not as long as usual. */
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
  /** How many requests were answered from what is kept before anything else was asked. */
  answeredFast(): number;
  /** Gets ready for what comes seldom. It takes seconds, and is for when nothing happens. */
  warmUp(): Promise<void>;
  /** Stops accepting, ends the streams, and lets requests finish. Leaves the store open. */
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
  // Also when a fault ends the process.
  const writeTheRest = () => requests?.flush();
  process.once('exit', writeTheRest);
  const receiving = receive(server, { fastPath, headers, requests, ready: ready.promise });
  // Before anything is written: a second start by mistake must change nothing.
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
    const cardRenderer = createCardRenderer();
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
    // Whoever waits for them is told; whoever does not is not interrupted.
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
        // Whoever waits for a card of their own gets the neutral one, in time.
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

/** Answers requests that are too broken to be routed. */
function refusal(headers: Record<string, string>): (error: unknown) => Response {
  return (error) => {
    if (error instanceof RequestError) return problem('request-unreadable', { headers });
    throw error;
  };
}

interface Reception {
  fastPath: FastPath;
  /** Of every answer that does not bring its own. */
  headers: Record<string, string>;
  requests: RequestLog | null;
  /** The site, once it has been put together. */
  ready: Promise<RequestListener>;
}

/** Answers each request from what is kept, or has the site answer it, and has it written down. */
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
    // What came in one piece is read to its end, also when its connection has been cut meanwhile.
    if (socket.destroyed) return;
    const sent = fastPath.answer(incoming, outgoing);
    if (sent > 0) answeredFast += 1;
    // Nothing can happen any more to what the system has taken whole.
    if (sent > 0 && socket.writableLength === 0) {
      requests?.tellSent(incoming, outgoing, sent);
      return;
    }
    unfinished += 1;
    outgoing.once('close', finish);
    requests?.watch(incoming, outgoing, sent);
    watchForBroken(incoming, outgoing);
    // Whoever comes before the site is put together waits for it.
    if (sent === 0 && !socket.destroyed) void ready.then((answer) => answer(incoming, outgoing));
  });
  return {
    answeredFast: () => answeredFast,
    /** How many answers are not with their readers yet. */
    unfinished: () => unfinished,
  };
}

async function drain(server: Server, unfinished: () => number): Promise<void> {
  const closed = once(server, 'close');
  // Stops listening. The HTTP server's own close also ends idle connections, and to it one whose
  // answer is still on its way is idle: they are ended below, once all answers have arrived.
  NetServer.prototype.close.call(server);
  const idle = setInterval(() => {
    if (unfinished() === 0) server.closeIdleConnections();
  }, IDLE_CHECK);
  const late = setTimeout(() => server.closeAllConnections(), DRAIN);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
  // Answers that were cut off end after their server, and are written down when they do.
  await nextTurn();
}
