import type { HttpBindings } from '@hono/node-server';

/** What every handler finds in its context. */
export interface SiteEnv {
  Bindings: HttpBindings;
}
