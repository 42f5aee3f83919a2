import { Hono } from 'hono';
import type { Store } from '#core/store.ts';
import type { SiteEnv } from './site-env.ts';

/** Health checks: liveness, and readiness, which needs the store. */
export function healthRoutes(store: Store): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();

  routes.get('/healthz', (c) => c.text('alive\n'));
  routes.get('/readyz', async (c) => {
    await store.ping();
    return c.text('ready\n');
  });
  return routes;
}
