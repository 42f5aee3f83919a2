import { createContext, RouterContextProvider } from 'react-router';
import type { LetterJson } from '#core/letter.ts';
import type { Site } from '#core/site.ts';

/** The site, for loaders; the server sets it for each render. */
export const siteKey = createContext<Site>();

/** The words of the letter that the page is about, set by its loader. */
export const wordsKey = createContext<Pick<LetterJson, 'content' | 'signature'> | null>(null);

/** The context that the server renders a page with. */
export function siteContext(site: Site): RouterContextProvider {
  return new RouterContextProvider(new Map([[siteKey, site]]));
}
