import { createContext, RouterContextProvider } from 'react-router';
import type { LetterJson } from '#core/letter.ts';
import type { Site } from '#core/site.ts';

/** How a loader reaches the site; the server puts it there for each render. */
export const siteKey = createContext<Site>();

/** Where a loader leaves the words of the letter that the page is about. */
export const wordsKey = createContext<Pick<LetterJson, 'content' | 'signature'> | null>(null);

/** The context that the server renders a page with. */
export function siteContext(site: Site): RouterContextProvider {
  return new RouterContextProvider(new Map([[siteKey, site]]));
}
