import { type Context, Hono } from 'hono';
import { cardUrl } from '#core/letter-urls.ts';
import type { Site } from '#core/site.ts';
import type { Letters } from '#core/store.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { SiteSettings } from '../pages/create-site.ts';
import { problem } from '../problem.ts';
import type { SiteEnv } from '../site-env.ts';
import { ATOM, atomFeed } from './atom-feed.ts';
import { type FeedPage, feedUrl, readFeedPage } from './feed-page.ts';
import { JSON_FEED, jsonFeed } from './json-feed.ts';

interface FeedNeeds {
  letters: Letters;
  settings: SiteSettings;
  cache: ResponseCache;
  cardVersion: Site['cardVersion'];
}

/** The feeds of visible letters, Atom and JSON, newest first, in pages. */
export function feedRoutes({ letters, settings, cache, cardVersion }: FeedNeeds): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();
  const urlOfCard: FeedPage['cardUrl'] = (letter) =>
    cardUrl(settings.siteUrl, letter.id, cardVersion(letter));

  /** Answers with a page of a feed. @param path the feed's own */
  const feed = (path: string, type: string, form: typeof atomFeed) => (c: Context<SiteEnv>) => {
    const after = c.req.query('after') ?? null;
    return cache.respond(c.req.raw, feedUrl(settings, path, after), async () => {
      const page = await readFeedPage(letters, after);
      if (!page) return problem('route-missing');
      const headers = { 'Content-Type': type, 'Cache-Control': 'public, no-cache' };
      return new Response(form({ ...page, settings, after, cardUrl: urlOfCard }), { headers });
    });
  };

  routes.get(ATOM, feed(ATOM, 'application/atom+xml; charset=utf-8', atomFeed));
  routes.get(JSON_FEED, feed(JSON_FEED, 'application/feed+json; charset=utf-8', jsonFeed));
  return routes;
}
