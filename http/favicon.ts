import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { accentShades } from '#core/accent.ts';
import { createCachedResponse, respondFromCache } from './cache/cached-response.ts';
import type { SiteEnv } from './site-env.ts';

/** The wax in the drawing. */
const WAX = '#8c2f2a';

/**
 * The site's icon with a seal in the owner's colour.
 * @param file the drawing
 */
export function faviconRoutes(file: string, accentColor: string): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();
  const { wax } = accentShades(accentColor, 'day');
  const drawing = new TextEncoder().encode(readFileSync(file, 'utf8').replaceAll(WAX, wax));
  const kept = createCachedResponse(drawing, {
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=3600',
  });
  routes.get('/favicon.svg', (c) => respondFromCache(kept, c.req.raw.headers));
  return routes;
}
