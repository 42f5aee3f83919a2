import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Hono } from 'hono';
import { StoreUnavailable } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { RandomBytes } from '#core/random-bytes.ts';
import type { Store } from '#core/store.ts';
import { DEVICE_LIFETIME_MS } from '../access/known-devices.ts';
import type { Login } from '../access/login.ts';
import type { SessionWatch } from '../access/session-watch.ts';
import type { Sessions } from '../access/sessions.ts';
import type { CardRenderer } from '../card/card-renderer.ts';
import type { Hub } from '../live/hub.ts';
import { assets } from './assets.ts';
import { type FastPath, withFastPath } from './cache/fast-path.ts';
import { createResponseCache } from './cache/response-cache.ts';
import { faviconRoutes } from './favicon.ts';
import { feedRoutes } from './feeds/feeds.ts';
import { sitemapRoutes } from './feeds/sitemap.ts';
import { healthRoutes } from './health.ts';
import { eventStreams } from './live/event-stream.ts';
import { liveStreamRoutes } from './live/live-stream.ts';
import { cardRoutes } from './pages/card.ts';
import { createSite, type SiteSettings } from './pages/create-site.ts';
import { createLetterCards } from './pages/letter-cards.ts';
import type { Pages } from './pages/load-pages.ts';
import { HOME, pageRoutes } from './pages/pages.ts';
import { warmUp } from './pages/warm-up.ts';
import { awaitPublished } from './portal/await-published.ts';
import { portalDraftRoutes } from './portal/drafts.ts';
import { lockOnLeaving } from './portal/end-session.ts';
import { letterQrCodeRoutes } from './portal/letter-qr-code.ts';
import { portalLetterRoutes } from './portal/letters.ts';
import { portalLiveRoutes } from './portal/live.ts';
import { sessionRoutes } from './portal/session.ts';
import { sessionRequired } from './portal/session-required.ts';
import { problem, storeProblem } from './problem.ts';
import { publicLetterRoutes } from './public-letters.ts';
import { createCookie } from './security/cookie.ts';
import { toOwnHost } from './security/host-header.ts';
import { sameOriginOnly } from './security/same-origin.ts';
import { sendSecurityHeaders } from './security/security-headers.ts';
import type { SiteEnv } from './site-env.ts';

interface SiteAppNeeds extends Pages {
  settings: SiteSettings & { trustedProxies: number };
  /** For every response that does not bring its own. */
  securityHeaders: Record<string, string>;
  store: Store;
  hub: Hub;
  login: Login;
  sessions: Sessions;
  sessionWatch: SessionWatch;
  cardRenderer: CardRenderer;
  /** Learns what is cached, and answers it without this app from then on. */
  fastPath: FastPath;
  /** Milliseconds since 1970. */
  now: () => number;
  randomBytes: RandomBytes;
  log: Log;
  /** Overrides how long a request waits for a card, in milliseconds; for tests. */
  cardTimeout?: number;
}

interface SiteApp {
  listener: RequestListener;
  /** See warm-up.ts. @param signal ends it */
  warmUp(signal: AbortSignal): Promise<void>;
}

/** The whole site as one request handler. Middleware and routes apply in the order in which they are added. */
export function createSiteApp(needs: SiteAppNeeds): SiteApp {
  const { settings, securityHeaders, store, hub, clientDirectory, log } = needs;
  const { letters } = store;
  const cookie = createCookie(settings.siteUrl, { name: 'letters_session' });
  const maxAge = DEVICE_LIFETIME_MS / 1000;
  const deviceCookie = createCookie(settings.siteUrl, { name: 'letters_device', maxAge });
  const openStream = eventStreams({ securityHeaders, random: Math.random });
  const cards = createLetterCards({
    drawings: needs.openDrawings(settings),
    renderer: needs.cardRenderer,
    letterLanguage: settings.letterLanguage,
    now: () => performance.now(),
  });
  const site = createSite(settings, letters, hub, log, cards.version);
  const cache = withFastPath(needs.fastPath, createResponseCache({ renewed: HOME }));
  hub.onChange((event) => {
    cards.heed(event);
    return cache.clear();
  });

  const app = new Hono<SiteEnv>();
  app.use(sendSecurityHeaders(securityHeaders));
  app.use(sameOriginOnly(settings.siteUrl));
  app.route('/', portalLiveRoutes({ ...needs, openStream, cookie }));
  app.use('/api/portal/drafts/*', lockOnLeaving({ ...needs, cookie }));
  app.use('/api/portal/*', sessionRequired(needs.sessions.check, cookie));
  app.use('/api/portal/letters/*', awaitPublished(hub));
  const { trustedProxies } = settings;
  app.route('/', sessionRoutes({ ...needs, cookie, deviceCookie, trustedProxies }));
  const { ownerName } = settings;
  app.route('/', portalLetterRoutes({ ...needs, letters, ownerName }));
  app.route('/', letterQrCodeRoutes({ letters, siteUrl: settings.siteUrl }));
  app.route('/', portalDraftRoutes({ ...needs, records: store.records }));
  app.route('/', publicLetterRoutes(letters, hub, cache));
  app.route('/', liveStreamRoutes({ hub, openStream }));
  app.all('/api/*', () => problem('route-missing'));
  app.route('/', healthRoutes(store));
  app.route('/', feedRoutes({ letters, settings, cache, cardVersion: cards.version }));
  app.route('/', sitemapRoutes({ letters, siteUrl: settings.siteUrl, cache }));
  const { cardTimeout: timeout } = needs;
  const neutralCard = join(clientDirectory, 'card.png');
  app.route('/', cardRoutes({ letters, cards, file: neutralCard, log, timeout }));
  if (settings.accentColor !== null) {
    app.route('/', faviconRoutes(join(clientDirectory, 'favicon.svg'), settings.accentColor));
  }
  app.use(assets(clientDirectory, needs.fastPath));
  const pageNeeds = { render: needs.render, site, settings };
  app.route('/', pageRoutes(cache, { ...pageNeeds, letters }));

  app.onError((error, c) => {
    if (error instanceof StoreUnavailable) {
      log('The letters could not be reached.', error);
      return storeProblem(error, 'store-unreadable');
    }
    // A client that disconnects while sending is not an error of the site.
    if (!c.env.incoming.readableAborted) log('A request failed.', error);
    return problem('unexpected');
  });
  const answer = getRequestListener(app.fetch, {
    // For requests that cannot be turned into a `Request`.
    errorHandler(error) {
      if (!(error instanceof RequestError)) throw error;
      return problem('request-unreadable', { headers: securityHeaders });
    },
  });
  const { host } = new URL(settings.siteUrl);
  return {
    async listener(incoming, outgoing) {
      toOwnHost(incoming, host);
      await answer(incoming, outgoing);
      // What nobody has read of a body would be kept until the answer has been sent: behind a stream, for ever.
      incoming.resume();
    },
    warmUp: (signal) => warmUp(pageNeeds, signal),
  };
}
