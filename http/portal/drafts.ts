import { Hono } from 'hono';
import { isDraftName } from '#core/draft.ts';
import { respondUncached } from '../cache/cached-response.ts';
import { methodNotAllowed, problem } from '../problem.ts';
import { readIfMatch } from '../request/if-match.ts';
import { readJsonBody } from '../request/json-body.ts';
import type { SiteEnv } from '../site-env.ts';
import { createKeptDrafts, type KeptDraftsNeeds } from './kept-drafts.ts';
import { MAX_DRAFT_BYTES, readDraft } from './read-draft.ts';

const BODY_LIMIT = {
  bytes: MAX_DRAFT_BYTES,
  fields: { content: 'This is too long to be kept as a draft.' },
};

/** Drafts of letters. The session is checked before. */
export function portalDraftRoutes(needs: KeptDraftsNeeds): Hono<SiteEnv> {
  const drafts = createKeptDrafts(needs);
  const routes = new Hono<SiteEnv>();

  routes.get('/api/portal/drafts', async (c) =>
    // Compressed, for drafts that nobody discards add up, and each unlock reads them all.
    respondUncached(c.json({ drafts: await drafts.list() }), c.req.raw.headers),
  );

  routes.put('/api/portal/drafts/:id', async (c) => {
    const id = c.req.param('id');
    if (!isDraftName(id)) return problem('draft-unnamed');
    const ifMatch = readIfMatch(c.req.header('If-Match'));
    if (!ifMatch.ok) return problem(ifMatch.code);
    const body = await readJsonBody(c.env.incoming, BODY_LIMIT);
    if (!body.ok) return body.response;
    const draft = readDraft(body.value);
    if (!draft) return problem('draft-invalid');
    const { words, save } = draft;
    const kept =
      (await drafts.keep(id, words, save, ifMatch.version ?? 0)) ??
      // The page is gone and cannot resolve the conflict, so these words get a draft of their own.
      (c.req.query('lock') === undefined ? null : await drafts.keepApart(words, save));
    if (!kept) return problem('draft-changed');
    const { isNew, ...answer } = kept;
    return c.json(answer, isNew ? 201 : 200);
  });

  routes.delete('/api/portal/drafts/:id', async (c) => {
    const id = c.req.param('id');
    if (!isDraftName(id)) return problem('draft-unnamed');
    const ifMatch = readIfMatch(c.req.header('If-Match'));
    if (!ifMatch.ok) return problem(ifMatch.code);
    const deleted = await drafts.delete(id, ifMatch.version, c.req.query('writer'));
    return deleted ? c.body(null, 204) : problem('draft-changed');
  });

  routes.all('/api/portal/drafts', methodNotAllowed('GET, HEAD'));
  routes.all('/api/portal/drafts/:id', methodNotAllowed('PUT, DELETE'));
  return routes;
}
