import { answerFrom, answerOnce, type KeptResponse, keepResponse } from '../cache/kept-response.ts';

/**
 * Addresses at which there is never anything: where a letter could be, for which a browser loads
 * other scripts, and anywhere else. No letter's id has a space.
 */
export const NO_LETTER = '/letter/%20';
export const NOWHERE = '/nowhere';

/**
 * The pages that say that nothing is there. Whatever was asked for they are the same, and there is no end
 * of addresses, so each is made once and kept: who makes up addresses costs those who read little.
 * @param make makes the page at an address
 */
export function missingPages(make: (address: string) => Promise<Response>) {
  const kept = new Map<string, KeptResponse>();
  return async (address: string, request: Headers): Promise<Response> => {
    const known = kept.get(address);
    if (known !== undefined) return answerFrom(known, 404, request);
    const page = await make(address);
    // A fault may be over when the next one asks.
    if (page.status !== 404) return answerOnce(page, request);
    const made = await keepResponse(page);
    kept.set(address, made);
    return answerFrom(made, 404, request);
  };
}
