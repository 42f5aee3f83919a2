import { existsSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { isLetterId } from '#core/letter-id.ts';
import type { Letters } from '#core/store.ts';
import { answerKept, type KeptResponse, keepBytes } from './kept-response.ts';
import { problem } from './problem.ts';
import type { SiteEnv } from './site-env.ts';

/**
 * The image that a shared link is shown with, as reachable as its letter and no more.
 * @param file the picture, 1200 by 630
 */
export function cardRoutes(letters: Letters, file: string): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();
  const picture = existsSync(file) ? new Uint8Array(readFileSync(file)) : null;
  const visible = picture && card(picture, 'public, max-age=3600');
  const hidden = picture && card(picture, 'private, no-store');

  routes.get('/letter/:id/card.png', async (c) => {
    const id = c.req.param('id');
    const letter = isLetterId(id) ? await letters.get(id) : null;
    if (!letter) return problem('letter-missing');
    const kept = letter.hidden ? hidden : visible;
    return kept ? answerKept(kept, c.req.raw.headers) : problem('route-missing');
  });
  return routes;
}

function card(picture: Uint8Array<ArrayBuffer>, cacheControl: string): KeptResponse {
  return keepBytes(picture, {
    'content-type': 'image/png',
    'cache-control': cacheControl,
    // Shown on other sites: that is what it is for.
    'cross-origin-resource-policy': 'cross-origin',
  });
}
