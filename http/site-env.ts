import type { HttpBindings } from '@hono/node-server';

/** What every handler finds in its context. */
export interface SiteEnv {
  Bindings: HttpBindings;
}

/** Logs an error for the person who runs the site. */
export type Log = (message: string, cause?: unknown) => void;
