import { Hono } from 'hono';
import { StoreUnavailable } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { MAX_PASSWORD_LENGTH } from '../../access/credentials.ts';
import type { Login } from '../../access/login.ts';
import { methodNotAllowed, problem, storeProblem } from '../problem.ts';
import { readJsonBody } from '../request/json-body.ts';
import { takeTurns } from '../request/take-turns.ts';
import { clientAddress } from '../security/client-address.ts';
import type { Cookie } from '../security/cookie.ts';
import type { SiteEnv } from '../site-env.ts';
import { type EndSessionNeeds, endSession } from './end-session.ts';

const BODY_LIMIT = {
  bytes: 16 * 1024,
  fields: { password: `A password can have at most ${MAX_PASSWORD_LENGTH} characters.` },
};

interface SessionNeeds extends EndSessionNeeds {
  login: Login;
  deviceCookie: Cookie;
  trustedProxies: number;
  log: Log;
}

/** Login and logout of the portal. */
export function sessionRoutes(needs: SessionNeeds): Hono<SiteEnv> {
  const { login, cookie, deviceCookie, trustedProxies, log } = needs;
  const routes = new Hono<SiteEnv>();
  // Most refusals are remembered, and SQLite writes synchronously: readers get their turn in between.
  const inTurn = takeTurns();

  routes.post('/api/session', async (c) => {
    const body = await readJsonBody(c.env.incoming, BODY_LIMIT);
    if (!body.ok) return body.response;
    const password = (body.value as { password?: unknown } | null)?.password ?? '';
    if (typeof password !== 'string') {
      return problem('password-empty', { fields: { password: 'The password must be text.' } });
    }
    if (password === '') return problem('password-empty');
    try {
      const attempt = {
        password,
        address: clientAddress(c.env.incoming, trustedProxies),
        session: cookie.read(c),
        device: deviceCookie.read(c),
      };
      const result = await inTurn(() => login.attempt(attempt), c.req.raw.signal);
      if (result.outcome === 'throttled') {
        const headers = { 'Retry-After': String(result.retryAfterSeconds) };
        return problem('guesses-too-many', { headers });
      }
      if (result.outcome !== 'granted') {
        return problem(result.outcome === 'wrong' ? 'password-wrong' : 'credentials-missing');
      }
      cookie.write(c, result.session);
      deviceCookie.write(c, result.device);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      log('The portal could not be unlocked.', error);
      return storeProblem(error, 'credentials-unreadable');
    }
    return c.body(null, 204);
  });

  routes.delete(
    '/api/session',
    async (c, next) => {
      await next();
      await endSession(c, needs);
    },
    (c) => c.body(null, 204),
  );

  routes.all('/api/session', methodNotAllowed('POST, DELETE'));
  return routes;
}
