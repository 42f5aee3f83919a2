import { Hono } from 'hono';
import { letterJson } from '#core/letter.ts';
import { isLetterId } from '#core/letter-id.ts';
import { PAGE_SIZE } from '#core/site.ts';
import type { Letters } from '#core/store.ts';
import type { Hub } from '../live/hub.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import { methodNotAllowed, problem } from './problem.ts';
import { readListRequest } from './request/list-request.ts';
import type { SiteEnv } from './site-env.ts';
import { readNumberedPage } from './visible-page.ts';

/** Values of `Cache-Control`. */
const PUBLIC = 'public, no-cache';
const PRIVATE = 'private, no-store';

/** The readers' interface: the visible letters as a list, and any letter by its id. */
export function publicLetterRoutes(
  letters: Letters,
  hub: Pick<Hub, 'seq'>,
  cache: ResponseCache,
): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();

  routes.get('/api/letters', (c) => {
    const list = readListRequest(c.req.query(), PAGE_SIZE);
    if (!list.ok) return problem(list.code);
    const { limit, after = '' } = list.page;
    return cache.respond(c.req.raw, `/api/letters?limit=${limit}&after=${after}`, async () => {
      const page = await readNumberedPage(hub, letters, limit, list.page.after);
      const { items, next, seq, known } = page;
      return json({ letters: items, next, seq }, known ? PUBLIC : PRIVATE);
    });
  });

  routes.get('/api/letters/:id', (c) => {
    const id = c.req.param('id');
    if (!isLetterId(id)) return problem('letter-missing');
    return cache.respond(c.req.raw, `/api/letters/${id}`, async () => {
      const letter = await letters.get(id);
      if (!letter) return problem('letter-missing');
      const ETag = `"${letter.version}"`;
      return json(letterJson(letter), letter.hidden ? PRIVATE : PUBLIC, { ETag });
    });
  });

  routes.all('/api/letters', methodNotAllowed('GET, HEAD'));
  routes.all('/api/letters/:id', methodNotAllowed('GET, HEAD'));
  return routes;
}

function json(body: object, cacheControl: string, others = {}): Response {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': cacheControl };
  return new Response(JSON.stringify(body), { headers: { ...headers, ...others } });
}
