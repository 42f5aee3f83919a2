import type { LetterJson, LetterText } from '#core/letter.ts';
import { call, isRefusal, SHORT_TIMEOUT_MS } from './portal-api.ts';

interface ListRequest {
  limit: number;
  /** The cursor of an earlier answer. */
  after?: string | undefined;
  /** Words that the letters have; empty for all letters. */
  sought: string;
}

export async function listLetters(
  request: ListRequest,
): Promise<{ letters: LetterJson[]; next: string | null }> {
  const { limit, after, sought } = request;
  const query = new URLSearchParams({ limit: String(limit) });
  if (after) query.set('after', after);
  if (sought) query.set('q', sought);
  return call({ method: 'GET', path: `/api/portal/letters?${query}`, brings: 'letters' });
}

/** @returns null when it is gone */
export async function readLetter(id: string): Promise<LetterJson | null> {
  try {
    const path = `/api/portal/letters/${id}`;
    return await call<LetterJson>({ method: 'GET', path, brings: 'version' });
  } catch (error) {
    if (isRefusal(error, 'letter-missing')) return null;
    throw error;
  }
}

/** @param idempotencyKey the same for every attempt to send the same words */
export async function sendLetter(letter: LetterText, idempotencyKey: string): Promise<LetterJson> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  const path = '/api/portal/letters';
  return call({ method: 'POST', path, body: letter, headers, brings: 'version' });
}

/** The version of a letter that is known here, for If-Match: a newer one is not overwritten. */
export type KnownLetter = Pick<LetterJson, 'id' | 'version'>;

export async function updateLetter(
  { id, version }: KnownLetter,
  letter: LetterText,
): Promise<LetterJson> {
  const headers = { 'If-Match': `"${version}"` };
  const path = `/api/portal/letters/${id}`;
  return call({ method: 'PUT', path, body: letter, headers, brings: 'version' });
}

export async function deleteLetter({ id, version }: KnownLetter): Promise<void> {
  const headers = { 'If-Match': `"${version}"` };
  const path = `/api/portal/letters/${id}`;
  await call({ method: 'DELETE', path, headers, timeout: SHORT_TIMEOUT_MS });
}
