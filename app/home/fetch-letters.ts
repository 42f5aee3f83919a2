import type { LetterJson, LetterSummary } from '#core/letter.ts';
import { checkConnectivity } from '../offline/use-connectivity.ts';
import { type PageRequest, pageQuery } from '../ui/gather-pages.ts';

export interface LetterPage {
  letters: LetterSummary[];
  next: string | null;
}

/** A page of visible letters. Rejects when it cannot be loaded. */
export async function fetchLetters(request: PageRequest): Promise<LetterPage> {
  const response = await fetch(`/api/letters${pageQuery(request)}`);
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
}

/** Logs the failure, and tells the reader if the whole site cannot be reached. */
export function lettersMissing(error: unknown): void {
  console.error('The letters could not be loaded.', error);
  void checkConnectivity();
}

/** One letter with its words; null when there is none. Rejects when it cannot be loaded. */
export async function fetchLetter(id: string): Promise<LetterJson | null> {
  const response = await fetch(`/api/letters/${id}`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
}
