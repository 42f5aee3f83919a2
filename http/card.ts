import { existsSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';
import type { Letter } from '#core/letter.ts';
import { isLetterId } from '#core/letter-id.ts';
import type { Letters } from '#core/store.ts';
import { answerKept, type KeptResponse } from './kept-response.ts';
import { keepCard, type LetterCards } from './letter-cards.ts';
import { problem } from './problem.ts';
import type { Log, SiteEnv } from './site-env.ts';

interface CardNeeds {
  letters: Letters;
  cards: LetterCards;
  /** A picture for when none can be drawn, 1200 by 630. */
  file: string;
  log: Log;
}

/**
 * The image that a shared link is shown with, as reachable as its letter and no more. Every hidden
 * letter has the same, and so has a visible one for as long as its own cannot be drawn.
 */
export function cardRoutes({ letters, cards, file, log }: CardNeeds): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();
  const still = existsSync(file) ? keepCard(new Uint8Array(readFileSync(file))) : null;

  const drawn = (card: () => Promise<KeptResponse | null>) =>
    card().catch((error) => {
      log('A card could not be drawn.', error);
      return null;
    });

  /** What tells of no letter. */
  async function neutral(headers: Headers, cacheControl = 'private, no-store'): Promise<Response> {
    const picture = (await drawn(cards.neutral)) ?? still;
    if (!picture) return problem('route-missing');
    const told = { ...picture.headers, 'cache-control': cacheControl };
    return answerKept({ ...picture, headers: told }, headers);
  }

  async function ownCard(id: string, headers: Headers): Promise<Response> {
    const letter = await letters.get(id);
    if (!letter) return problem('letter-missing');
    if (letter.hidden) return neutral(headers);
    const picture = await drawn(() => cards.card(letter));
    // Drawing takes a while: by now it may have been hidden, deleted or changed, perhaps even before
    // it was ordered, so that nobody else forgets it.
    if (!isSame(letter, await letters.get(id))) {
      cards.forget(id);
      return ownCard(id, headers);
    }
    if (!picture) return neutral(headers);
    return answerKept(picture, headers);
  }

  // The home page's own, with the owner's seal.
  routes.get('/card.png', (c) => neutral(c.req.raw.headers, 'public, max-age=3600'));

  routes.get('/letter/:id/card.png', (c) => {
    const id = c.req.param('id');
    if (!isLetterId(id)) return problem('letter-missing');
    return ownCard(id, c.req.raw.headers);
  });
  return routes;
}

function isSame(letter: Letter, now: Letter | null): boolean {
  return now !== null && now.version === letter.version;
}
