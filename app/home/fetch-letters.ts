import type { LetterJson, LetterSummary } from '#core/letter.ts';
import { MAX_AT_ONCE, PAGE_SIZE } from '#core/site.ts';
import { fetchInTime } from '../offline/fetch-in-time.ts';
import { checkConnectivity } from '../offline/use-connectivity.ts';

export interface LetterPage {
  letters: LetterSummary[];
  next: string | null;
}

/** Letters that include every change up to this number, and perhaps later ones. */
export interface NumberedPage extends LetterPage {
  seq: number;
}

/**
 * Fetches `wanted` visible letters, in as many requests as it takes. Rejects when one of these fails.
 * @param after the cursor that they follow; null for the newest
 * @param until fetches further pages until they reach this position, too
 */
export async function fetchLetters(
  wanted: number,
  after: string | null,
  until?: string,
): Promise<NumberedPage> {
  const letters: LetterSummary[] = [];
  let next = after;
  // Several instances may answer: what the one that is furthest behind knows of is in all answers.
  let seq = Number.POSITIVE_INFINITY;
  do {
    const lacking = wanted - letters.length;
    const limit = lacking > 0 ? Math.min(lacking, MAX_AT_ONCE) : PAGE_SIZE;
    const query = new URLSearchParams({ limit: `${limit}`, ...(next && { after: next }) });
    const response = await fetchInTime(`/api/letters?${query}`);
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    const page: NumberedPage = await response.json();
    letters.push(...page.letters);
    next = page.next;
    seq = Math.min(seq, page.seq);
  } while (next && (letters.length < wanted || (until !== undefined && next > until)));
  return { letters, next, seq };
}

/** Logs the failure, and tells the reader if the whole site cannot be reached. */
export function lettersMissing(error: unknown): void {
  console.error('The letters could not be loaded.', error);
  void checkConnectivity();
}

/** One letter with its words; null when there is none. Rejects when it cannot be loaded. */
export async function fetchLetter(id: string): Promise<LetterJson | null> {
  const response = await fetchInTime(`/api/letters/${id}`);
  // Any other 404 is not the site's, but a proxy's, and says nothing of the letter.
  if (response.status === 404 && response.headers.get('Content-Type')?.includes('problem+json'))
    return null;
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
}
