import { createContext, RouterContextProvider } from 'react-router';
import type { LetterJson } from '#core/letter.ts';
import type { Site } from '#core/site.ts';
import type { ReadyEnvelopes } from './envelope/ready-envelopes.ts';

/** How a loader reaches the site; the server puts it there for each render. */
export const siteKey = createContext<Site>();

/** The envelopes that earlier renders of the page have left, or null where none are kept. */
export const readyEnvelopesKey = createContext<ReadyEnvelopes | null>();

/** Where a loader leaves the words of the letter that the page is about. */
export const wordsKey = createContext<Pick<LetterJson, 'content' | 'signature'> | null>(null);

/** Where a render leaves the page: a response would turn the text into bytes, only to be read again. */
export const markupKey = createContext<string | null>(null);

/** The context that the server renders a page with. */
export function siteContext(site: Site, envelopes: ReadyEnvelopes | null): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(siteKey, site);
  context.set(readyEnvelopesKey, envelopes);
  return context;
}

/** The page that was rendered with a context, or null when none could be. */
export function markupOf(context: RouterContextProvider): string | null {
  return context.get(markupKey);
}
