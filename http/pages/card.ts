import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Handler, Hono } from 'hono';
import { isLetterId } from '#core/letter-id.ts';
import type { Log } from '#core/log.ts';
import type { Letters } from '#core/store.ts';
import { type CachedResponse, respondFromCache } from '../cache/cached-response.ts';
import { problem } from '../problem.ts';
import type { SiteEnv } from '../site-env.ts';
import { createCardResponse, type LetterCards } from './letter-cards.ts';

/** Programs that preview links do not wait long for the image. */
const TIMEOUT_MS = 8000;

interface CardNeeds {
  letters: Letters;
  cards: LetterCards;
  /** The fallback image, 1200 by 630. */
  file: string;
  log: Log;
  /** Overrides how long a request waits for a card, in milliseconds, time in the queue included; for tests. */
  timeout?: number | undefined;
}

/**
 * The image of a shared link (og:image), as reachable as its letter. All hidden letters have the same
 * neutral one, which also stands in for a card that cannot be drawn, or not in time.
 */
export function cardRoutes(needs: CardNeeds): Hono<SiteEnv> {
  const { letters, cards, file, log, timeout = TIMEOUT_MS } = needs;
  const routes = new Hono<SiteEnv>();
  const fallback = createCardResponse(new Uint8Array(readFileSync(file)));

  const drawn = (card: () => Promise<CachedResponse | null>, until: number) =>
    within(
      until,
      card().catch((error) => {
        log('A card could not be drawn.', error);
        return null;
      }),
    );

  /** The neutral card. */
  async function neutral(
    headers: Headers,
    until: number,
    cacheControl = 'private, no-store',
  ): Promise<Response> {
    const own = await drawn(cards.neutral, until);
    const picture = own ?? fallback;
    // The fallback file is not cached: the next request may get the drawn card.
    const told = { ...picture.headers, 'cache-control': own ? cacheControl : 'private, no-store' };
    return respondFromCache({ ...picture, headers: told }, headers);
  }

  async function ownCard(id: string, headers: Headers, until: number): Promise<Response> {
    const letter = await letters.get(id);
    if (!letter) return problem('letter-missing');
    if (letter.hidden) return neutral(headers, until);
    const picture = await drawn(() => cards.card(letter), until);
    // The letter may have been hidden, deleted or changed meanwhile. If that was before the card was
    // requested from the cache, no later event will make the cache forget it.
    if ((await letters.get(id))?.version !== letter.version) {
      cards.forget(id);
      return ownCard(id, headers, until);
    }
    if (!picture) return neutral(headers, until);
    return respondFromCache(picture, headers);
  }

  // The home page's own card, with the owner's seal.
  routes.get('/card.png', (c) =>
    neutral(c.req.raw.headers, performance.now() + timeout, 'public, max-age=3600'),
  );

  const icon: Handler = async (c) => {
    const picture = await drawn(cards.icon, performance.now() + timeout);
    if (!picture) return problem('route-missing');
    const headers = { ...picture.headers, 'cache-control': 'public, max-age=3600' };
    return respondFromCache({ ...picture, headers }, c.req.raw.headers);
  };
  // Phones ask for it when the site is put among their apps.
  routes.get('/apple-touch-icon.png', icon);
  // Feed readers, and browsers that draw no SVG here, ask for it whatever the page says.
  routes.get('/favicon.ico', icon);

  routes.get('/letter/:id/card.png', (c) => {
    const id = c.req.param('id');
    if (!isLetterId(id)) return problem('letter-missing');
    return ownCard(id, c.req.raw.headers, performance.now() + timeout);
  });
  return routes;
}

/** The result, or null when it comes too late; the next request finds it in the cache. @param until by `performance.now()` */
async function within<Result>(
  until: number,
  result: Promise<Result | null>,
): Promise<Result | null> {
  const over = new AbortController();
  const wait = Math.max(0, until - performance.now());
  const late = sleep(wait, null, { ref: false, signal: over.signal }).catch(() => null);
  return Promise.race([result, late]).finally(() => over.abort());
}
