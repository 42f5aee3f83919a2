import type { MiddlewareHandler } from 'hono';
import type { Hub } from '../../live/hub.ts';
import type { SiteEnv } from '../site-env.ts';

/**
 * Whoever changes something has the answer once nobody is shown anything older. Until then a reader
 * may get the home page as it was, and need not wait for the new one.
 */
export function onceSeen(hub: Hub): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    await next();
    if (c.req.method !== 'GET') await hub.seen();
  };
}
