import {
  bufferResponse,
  type CachedResponse,
  respondNotFound,
  respondUncached,
} from '../cache/cached-response.ts';

/**
 * Paths that never exist: one under /letter/, whose page loads other scripts, and one elsewhere. No
 * letter's id has a space.
 */
export const NO_LETTER = '/letter/%20';
export const NOWHERE = '/nowhere';

/**
 * The not-found pages. They are the same whatever was asked for, so each is rendered once and kept:
 * otherwise a stranger who makes up addresses could keep the renderer busy.
 * @param make renders the page at an address
 */
export function notFoundPages(make: (address: string) => Promise<Response>) {
  const kept = new Map<string, CachedResponse>();
  return async (address: string, request: Headers): Promise<Response> => {
    const known = kept.get(address);
    if (known !== undefined) return respondNotFound(known, request);
    const page = await make(address);
    // Any other status is an error, which may be over at the next request.
    if (page.status !== 404) return respondUncached(page, request);
    const made = await bufferResponse(page);
    kept.set(address, made);
    return respondNotFound(made, request);
  };
}
