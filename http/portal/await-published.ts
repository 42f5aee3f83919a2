import type { MiddlewareHandler } from 'hono';
import type { Hub } from '../../live/hub.ts';
import type { SiteEnv } from '../site-env.ts';

/**
 * Holds back the answer to a write until no reader is shown anything older. Readers need not wait
 * meanwhile: they get the home page as it was before the change.
 */
export function awaitPublished(hub: Hub): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    await next();
    if (c.req.method !== 'GET') await hub.published();
  };
}
