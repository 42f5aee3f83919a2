import { Hono } from 'hono';
import { StoreUnavailable } from '#core/errors.ts';
import { type Credentials, MAX_PASSWORD_LENGTH } from '../access/credentials.ts';
import type { Sessions } from '../access/sessions.ts';
import type { Throttle } from '../access/throttle.ts';
import { clientAddress } from './client-address.ts';
import { readJsonBody } from './json-body.ts';
import { methodUnknown, problem } from './problem.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { Log, SiteEnv } from './site-env.ts';

const BODY_LIMIT = {
  bytes: 16 * 1024,
  fields: { password: `A password can have at most ${MAX_PASSWORD_LENGTH} characters.` },
};

export interface SessionNeeds {
  credentials: Credentials;
  sessions: Sessions;
  throttle: Throttle;
  cookie: SessionCookie;
  trustedProxies: number;
  log: Log;
}

/** Unlocks and locks the portal. */
export function sessionRoutes(needs: SessionNeeds): Hono<SiteEnv> {
  const { credentials, sessions, throttle, cookie, trustedProxies, log } = needs;
  const routes = new Hono<SiteEnv>();

  routes.post('/api/session', async (c) => {
    const body = await readJsonBody(c.req.raw, BODY_LIMIT);
    if (!body.ok) return body.response;
    const password = (body.value as { password?: unknown } | null)?.password ?? '';
    if (typeof password !== 'string') {
      return problem('password-empty', { fields: { password: 'The password must be text.' } });
    }
    if (password === '') return problem('password-empty');
    try {
      const attempt = await throttle.attempt(clientAddress(c.env.incoming, trustedProxies));
      if (!attempt.allowed) {
        const headers = { 'Retry-After': String(attempt.retryAfterSeconds) };
        return problem('guesses-too-many', { headers });
      }
      const version = await credentials.version();
      const verdict = await credentials.verify(password);
      if (verdict === 'wrong') return problem('password-wrong');
      await attempt.giveBack();
      if (verdict === 'missing') return problem('credentials-missing');
      const earlier = cookie.read(c);
      if (earlier !== undefined) await sessions.close(earlier);
      const token = await sessions.open();
      // Whoever changed the passwords meanwhile has ended every session but this one.
      const changed = (await credentials.version()) !== version;
      if (changed && (await credentials.verify(password)) !== 'right') {
        await sessions.close(token);
        return problem('password-wrong');
      }
      cookie.write(c, token);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      log('The credentials could not be read.', error);
      return problem('credentials-unreadable', { headers: { 'Retry-After': '5' } });
    }
    c.header('Cache-Control', 'no-store');
    return c.body(null, 204);
  });

  routes.delete('/api/session', async (c) => {
    const token = cookie.read(c);
    if (token !== undefined) await sessions.close(token);
    cookie.clear(c);
    c.header('Cache-Control', 'no-store');
    return c.body(null, 204);
  });

  routes.all('/api/session', methodUnknown('POST, DELETE'));
  return routes;
}
