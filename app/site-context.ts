import { createContext, RouterContextProvider } from 'react-router';
import type { Site } from '#core/site.ts';

/** How a loader reaches the site; the server puts it there for each render. */
export const siteKey = createContext<Site>();

/** The context that the server renders a page with. */
export function siteContext(site: Site): RouterContextProvider {
  return new RouterContextProvider(new Map([[siteKey, site]]));
}
