import { Hono } from 'hono';
import type { Store } from '#core/store.ts';
import type { SiteEnv } from './site-env.ts';

/** For whatever watches over the process: whether it lives, and whether it can reach the store. */
export function healthRoutes(store: Store): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();

  routes.get('/healthz', (c) => c.text('alive\n'));
  routes.get('/readyz', async (c) => {
    await store.ping();
    return c.text('ready\n');
  });
  return routes;
}
