import type { HttpBindings } from '@hono/node-server';

/** What every handler finds in its context. */
export interface SiteEnv {
  Bindings: HttpBindings;
}

/** Tells the person who runs the site of something that should not be, with its cause if it has one. */
export type Log = (message: string, cause?: unknown) => void;
