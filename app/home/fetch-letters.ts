import type { LetterJson, LetterSummary } from '#core/letter.ts';

export interface LetterPage {
  letters: LetterSummary[];
  next: string | null;
}

/** A page of visible letters. Rejects when it cannot be had. */
export async function fetchLetters(page: {
  limit?: number | undefined;
  after?: string | undefined;
}): Promise<LetterPage> {
  const query = new URLSearchParams();
  if (page.limit !== undefined) query.set('limit', String(page.limit));
  if (page.after !== undefined) query.set('after', page.after);
  const response = await fetch(`/api/letters?${query}`);
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
}

/** One letter with its words; null when there is none. Rejects when it cannot be had. */
export async function fetchLetter(id: string): Promise<LetterJson | null> {
  const response = await fetch(`/api/letters/${id}`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
}
