import { hash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { checkLetter } from '#core/check-letter.ts';
import { localDay } from '#core/date.ts';
import { type Letter, letterJson, MAX_LENGTH, newLetter, TEXT_FIELDS } from '#core/letter.ts';
import { newLetterId } from '#core/letter-id.ts';
import type { RandomBytes } from '#core/random-bytes.ts';
import type { IdempotencyKey, Letters } from '#core/store.ts';
import { respondUncached } from '../cache/cached-response.ts';
import { methodNotAllowed, problem } from '../problem.ts';
import { readIfMatch } from '../request/if-match.ts';
import { readJsonBody } from '../request/json-body.ts';
import { readListRequest } from '../request/list-request.ts';
import type { SiteEnv } from '../site-env.ts';
import { searchLetters } from './search-letters.ts';

const USUAL_LIMIT = 50;
const MAX_CONTENT = MAX_LENGTH.content.toLocaleString('en-US');
/** Far above the longest letter, so that one that is too long gets an error that names its field. */
const BODY_LIMIT = {
  bytes: 16 * 1024 * 1024,
  // Both fields, since a body this long is not parsed to find out which is too long.
  fields: {
    title: `The title can have at most ${MAX_LENGTH.title} characters.`,
    content: `The content can have at most ${MAX_CONTENT} characters.`,
  },
};

interface PortalLettersNeeds {
  letters: Letters;
  ownerName: string;
  /** Milliseconds since 1970. */
  now: () => number;
  randomBytes: RandomBytes;
}

/** The owner's letters: list, search, create, read, update, delete. The session is checked before. */
export function portalLetterRoutes(needs: PortalLettersNeeds): Hono<SiteEnv> {
  const { letters, ownerName, now, randomBytes } = needs;
  const routes = new Hono<SiteEnv>();
  const rules = () => ({ ownerName, today: localDay(new Date(now())) });

  routes.get('/api/portal/letters', async (c) => {
    const list = readListRequest(c.req.query(), USUAL_LIMIT);
    if (!list.ok) return problem(list.code);
    const typed = c.req.query('q')?.trim() ?? '';
    const { items, next } = await searchLetters(letters, list.page, typed);
    // Compressed, for it has the full texts, and a search asks again at each key.
    return respondUncached(c.json({ letters: items.map(letterJson), next }), c.req.raw.headers);
  });

  routes.post('/api/portal/letters', async (c) => {
    const key = c.req.header('Idempotency-Key');
    if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key)) return problem('key-unreadable');
    const body = await readJsonBody(c.env.incoming, BODY_LIMIT);
    if (!body.ok) return body.response;
    const checked = checkLetter(body.value, rules());
    if (!checked.ok) return problem('letter-invalid', { fields: checked.fields });

    const letter = newLetter(checked.letter, newLetterId(randomBytes));
    const attempt = key === undefined ? undefined : idempotency(key, body.value);
    const created = await letters.create(letter, now(), attempt);
    if (!('letter' in created)) {
      return problem(created.outcome === 'deleted' ? 'letter-deleted' : 'key-reused');
    }
    const Location = `/letter/${created.letter.id}`;
    return letterAnswer(c, created.letter, 201, { Location });
  });

  routes.get('/api/portal/letters/:id', async (c) => {
    const letter = await letters.get(c.req.param('id'));
    return letter ? letterAnswer(c, letter, 200) : problem('letter-missing');
  });

  routes.put('/api/portal/letters/:id', async (c) => {
    const id = c.req.param('id');
    const ifMatch = readIfMatch(c.req.header('If-Match'));
    if (!ifMatch.ok) return problem(ifMatch.code);
    const body = await readJsonBody(c.env.incoming, BODY_LIMIT);
    if (!body.ok) return body.response;
    const current = await letters.get(id);
    if (!current) return problem('letter-missing');
    const checked = checkLetter(body.value, { ...rules(), currentSignature: current.signature });
    if (!checked.ok) return problem('letter-invalid', { fields: checked.fields });

    const updated = await letters.update(id, checked.letter, now(), ifMatch.version);
    if (!('letter' in updated)) {
      return problem(updated.outcome === 'stale' ? 'letter-changed' : 'letter-missing');
    }
    return letterAnswer(c, updated.letter, 200);
  });

  routes.delete('/api/portal/letters/:id', async (c) => {
    const ifMatch = readIfMatch(c.req.header('If-Match'));
    if (!ifMatch.ok) return problem(ifMatch.code);
    const outcome = await letters.delete(c.req.param('id'), ifMatch.version);
    if (outcome === 'deleted') return c.body(null, 204);
    return problem(outcome === 'stale' ? 'letter-changed' : 'letter-missing');
  });

  routes.all('/api/portal/letters', methodNotAllowed('GET, HEAD, POST'));
  routes.all('/api/portal/letters/:id', methodNotAllowed('GET, HEAD, PUT, DELETE'));
  return routes;
}

function letterAnswer(c: Context<SiteEnv>, letter: Letter, status: 200 | 201, headers = {}) {
  return c.json(letterJson(letter), status, { ETag: `"${letter.version}"`, ...headers });
}

/** The digest is of the body as it was sent, not of the letter: its default date changes at midnight. */
function idempotency(key: string, body: unknown): IdempotencyKey {
  const fields = body as Record<string, unknown>;
  const sent = JSON.stringify(TEXT_FIELDS.map((field) => fields[field]));
  return { key, digest: hash('sha256', sent) };
}
