import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#core/log.ts';
import type { RandomBytes } from '#core/random-bytes.ts';
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
import { createFastPath } from './http/cache/fast-path.ts';
import { listen } from './http/listen.ts';
import { createRequestLog } from './http/log/request-log.ts';
import type { Pages } from './http/pages/load-pages.ts';
import { securityHeaders } from './http/security/security-headers.ts';
import { createSiteApp } from './http/site-app.ts';
import { createSiteServer, SERVER_OPTIONS } from './http/site-server.ts';
import { createHub } from './live/hub.ts';
import { withOwnNumbers } from './live/own-numbers.ts';

/** The default SITE_URL, without its port. */
const LOCAL = 'http://localhost';

interface SiteNeeds extends Pages {
  config: Config;
  store: Store;
  /** Milliseconds since 1970. */
  now: () => number;
  randomBytes: RandomBytes;
  log: Log;
  /** Called with the lines of the request log, several at once; null: requests are not logged. */
  requestLog: ((lines: string) => void) | null;
  /** For tests: overrides how long a card may take and how long it is waited for, in milliseconds. */
  cardTimeout?: number;
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
  const headers = securityHeaders({ ...config, siteUrl: config.siteUrl ?? LOCAL });
  const fastPath = createFastPath({ ...SERVER_OPTIONS, securityHeaders: headers, now });
  const requests = requestLog && createRequestLog({ write: requestLog, now });
  // Flushed also when an uncaught error ends the process.
  const flushRequestLog = () => requests?.flush();
  process.once('exit', flushRequestLog);
  // Undoes what has begun, when the start fails.
  using begun = new DisposableStack();
  begun.defer(() => process.off('exit', flushRequestLog));
  const listener = Promise.withResolvers<RequestListener>();
  const { server, answeredFast, drain } = createSiteServer({
    fastPath,
    securityHeaders: headers,
    requestLog: requests,
    behindProxy: config.trustedProxies > 0,
    app: listener.promise,
  });
  // Before the first passwords are made: a second start by mistake fails here, and makes none.
  await listen(server, config);
  begun.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const { records } = store;
  const credentials = createCredentials(records, randomBytes);
  const sessions = createSessions({ records, now, randomBytes });
  const sessionWatch = createSessionWatch({ sessions, log });
  const devices = createKnownDevices({ records, now, randomBytes });
  const throttle = createThrottle(records, now);
  const hub = begun.adopt(await createHub(withOwnNumbers(store, now)), ({ close }) => close());
  const cardRenderer = createCardRenderer({ timeout: needs.cardTimeout });
  const settings = {
    ...config,
    siteUrl: config.siteUrl ?? localUrl(port),
    seal: config.sealLetter === null ? null : waxLetter(config.sealLetter),
  };
  const app = createSiteApp({
    ...needs,
    settings,
    securityHeaders: headers,
    hub,
    cardRenderer,
    fastPath,
    login: createLogin({ credentials, sessions, devices, throttle, sleep }),
    sessions,
    sessionWatch,
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  const { promise: unreachable, resolve: onUnreachable } = Promise.withResolvers<void>();
  const madePasswords = ensureCredentials({
    credentials,
    given: config,
    randomBytes,
    signal,
    onUnreachable,
  });
  // Not an unhandled rejection where nobody awaits it.
  madePasswords.catch(() => {});
  // Requests wait for the first passwords, without which nobody could log in, but not for a store that
  // cannot be reached: readers are told that at once.
  await Promise.race([madePasswords, unreachable]);
  listener.resolve(app.listener);
  // The start has succeeded, so nothing is undone.
  begun.move();
  return {
    url: settings.siteUrl,
    port,
    madePasswords,
    answeredFast,
    warmUp: async () => {
      if (!signal.aborted) await app.warmUp(signal);
    },
    async stop() {
      stopping.abort();
      const stopped = drain();
      hub.end();
      sessionWatch.close();
      // Requests that wait for a card get the neutral one.
      await Promise.all([stopped, cardRenderer.close()]);
      // Not sooner: requests that came meanwhile were answered from what is cached.
      hub.close();
      await hub.published();
      flushRequestLog();
      process.off('exit', flushRequestLog);
    },
  };
}

/** The site's address on this machine, as a browser writes it: without the default port of http. */
export function localUrl(port: number): string {
  return new URL(`${LOCAL}:${port}`).origin;
}
